import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../durability'

/** The folder for what is too large for a row: raw answers and decoded images. */
export interface Spool {
  /** Writes the whole file, durable before it resolves, and returns its path; same name, same file. */
  write(name: string, data: string | Uint8Array): Promise<string>
}

export function createSpool(folder: string): Spool {
  return {
    async write(name, data) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, name)
      const temp = `${path}.part`
      try {
        const file = await open(temp, 'w', 0o600)
        try {
          await file.writeFile(data)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temp, path)
      } catch (error) {
        await rm(temp, { force: true })
        throw error
      }
      await syncFolder(folder)
      return path
    },
  }
}
