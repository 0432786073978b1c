import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncFolder } from '../durability'

/** The folder for what is too large for a row: raw answers and decoded images. */
export interface Spool {
  /** Writes the whole file, durable before it resolves, and returns its path; same name, same file. */
  write(name: string, data: string | Uint8Array): Promise<string>
  /** A file that comes piece by piece. */
  begin(): SpoolFile
  /** Removes files that are there; others are no error. */
  remove(paths: readonly string[]): Promise<void>
  /** Removes every file but those with the names of `kept`, which is asked for only when there is any file. */
  sweep(kept: () => readonly string[]): Promise<void>
}

/** Until it is ended it is a temp file. What could not be written stays in memory and is tried again with the next call. */
export interface SpoolFile {
  write(bytes: Uint8Array): Promise<void>
  /** Gives it its name, durable before it resolves; returns its path. May be called again after it failed. */
  end(name: string): Promise<string>
  discard(): Promise<void>
}

export function createSpool(folder: string): Spool {
  let begun = 0

  function begin(): SpoolFile {
    begun += 1
    const temp = join(folder, `${process.pid}-${begun}.part`)
    const pending: Uint8Array[] = []
    let file: FileHandle | null = null
    let length = 0
    let isDurable = false

    async function flush(): Promise<void> {
      if (file === null) {
        await mkdir(folder, { recursive: true })
        file = await open(temp, 'w', 0o600)
      }
      for (let next = pending[0]; next !== undefined; next = pending[0]) {
        // By position: what a full disk took of it is written over.
        for (let at = 0; at < next.byteLength; )
          at += (await file.write(next, at, next.byteLength - at, length + at)).bytesWritten
        length += next.byteLength
        pending.shift()
      }
    }

    async function close(): Promise<void> {
      const open = file
      file = null
      await open?.close()
    }

    return {
      async write(bytes) {
        pending.push(bytes)
        await flush()
      },
      async end(name) {
        if (!isDurable) {
          await flush()
          await file?.sync()
          isDurable = true
          await close()
        }
        const path = join(folder, name)
        await rename(temp, path)
        await syncFolder(folder)
        return path
      },
      async discard() {
        pending.length = 0
        await close()
        await rm(temp, { force: true })
      },
    }
  }

  return {
    begin,
    async write(name, data) {
      const file = begin()
      try {
        await file.write(typeof data === 'string' ? Buffer.from(data) : data)
        return await file.end(name)
      } catch (error) {
        await file.discard()
        throw error
      }
    },
    async remove(paths) {
      for (const path of paths) await rm(path, { force: true })
    },
    async sweep(kept) {
      const names = await readdir(folder).catch(() => [])
      if (names.length === 0) return
      // By name: the profile may have been moved since.
      const inUse = new Set(kept().map((path) => basename(path)))
      for (const name of names) if (!inUse.has(name)) await rm(join(folder, name), { force: true })
    },
  }
}
