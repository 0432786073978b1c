import { join } from 'node:path'
import { mkdir, readdir, rm } from '../drive'
import { idPattern } from '../ids'

/** Where the table process keeps the open table, also across restarts. */
export interface TableFiles {
  /** Absolute. Created if it is missing. */
  folder(): Promise<string>
  /** Ids of the existing tables, oldest first. */
  list(): Promise<readonly string[]>
  /** Including everything that belongs to it. Only once no process has it open. */
  remove(id: string): Promise<void>
}

const named = new RegExp(`^(${idPattern})\\.db`)

export function createTableFiles(profile: string): TableFiles {
  const path = join(profile, 'tables')

  const names = () => readdir(path).catch((): string[] => [])
  const idOf = (name: string): string | null => named.exec(name)?.[1] ?? null

  return {
    async folder() {
      await mkdir(path, { recursive: true, mode: 0o700 })
      return path
    },
    async list() {
      const ids = (await names()).flatMap((name) => idOf(name) ?? [])
      return [...new Set(ids)].sort()
    },
    async remove(id) {
      const own = (await names()).filter((name) => idOf(name) === id)
      await Promise.all(own.map((name) => rm(join(path, name), { force: true })))
    },
  }
}
