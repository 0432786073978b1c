import { dirname, join, win32 } from 'node:path'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from '../drive'
import { syncFolder, syncHandle } from '../durability'
import { writeWhole } from '../filePieces'
import { causeOf } from './networkErrors'

/** What a file is to have, or the pieces of it. */
export type SpooledData = string | Uint8Array | AsyncIterable<Uint8Array>

/** The folder for what is too large for a row: raw answers and decoded images. */
export interface Spool {
  /** Writes the whole file, durable before it resolves, and returns its path; same name, same file. */
  write(name: string, data: SpooledData): Promise<string>
  /** A file that comes piece by piece. Its temp name begins with `prefix`, so that a start knows whose file it is. */
  begin(prefix: string): SpoolFile
  /** Paths, in order, of the whole files whose names begin with this. Throws while the folder can't be listed. */
  find(prefix: string): Promise<readonly string[]>
  /** Removes the files that exist; a missing one isn't an error. */
  remove(paths: readonly string[]): Promise<void>
  /**
   * Removes every file except the `kept` ones, which are determined only if there is any file. One that is `unknown`
   * stays until it is a year old at `now`, milliseconds since the epoch.
   */
  sweep(kept: (names: readonly string[]) => KeptFiles, now: number): Promise<void>
}

/** What a start leaves in the spool. */
export interface KeptFiles {
  readonly paths: readonly string[]
  /** Owners of files, temp files included: the part of the name before the first hyphen. */
  readonly owners: readonly string[]
  /** Names that may be of another database: this one was begun anew, or is an older copy. */
  readonly unknown: readonly string[]
}

/**
 * A temp file until it is ended. Anything that couldn't be written stays in memory and is retried with the next call.
 */
export interface SpoolFile {
  write(bytes: Uint8Array): Promise<void>
  /**
   * Gives it its name, durable before it resolves; returns its path. After a failure it may be called again, with the
   * same name.
   */
  end(name: string): Promise<string>
  /** Its path once it has its name, though it may not be durable yet; otherwise null. */
  placed(): string | null
  discard(): Promise<void>
}

const tempEnd = '.part'
/** A temp file that is nobody's: what it was to hold is still where it came from. */
const unowned = /^\d+-\d+\.part$/
/** Milliseconds after which nobody needs an unknown file any more: a year, as for the downloads of a library. */
const abandonedMs = 365 * 86_400_000

/** Where a file of the spool is now: its path may have been stored before the profile was moved, on whatever system. */
export const spooledPath = (folder: string, stored: string): string => join(folder, win32.basename(stored))

export function createSpool(folder: string): Spool {
  let begun = 0
  let isFolderDurable = false

  /** Its own entry must outlive a loss of power too: a folder that is there may have been made without that. */
  async function makeFolder(): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isFolderDurable && made === undefined) return
    await syncFolder(dirname(folder))
    isFolderDurable = true
  }

  function begin(prefix: string): SpoolFile {
    begun += 1
    const temp = join(folder, `${prefix}${process.pid}-${begun}${tempEnd}`)
    const pending: Uint8Array[] = []
    let file: FileHandle | null = null
    let length = 0
    let isDurable = false
    let placed: string | null = null

    async function flush(): Promise<void> {
      if (file === null) {
        await makeFolder()
        file = await open(temp, 'w+', 0o600)
      }
      for (let next = pending[0]; next !== undefined; next = pending[0]) {
        // By position: anything a full disk accepted in part is overwritten.
        await writeWhole(file, next, length)
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
          if (file !== null) await syncHandle(file)
          isDurable = true
          await close()
        }
        if (placed === null) {
          const path = join(folder, name)
          await rename(temp, path)
          placed = path
        }
        await syncFolder(folder)
        return placed
      },
      placed: () => placed,
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
      const file = begin('')
      try {
        const bytes = typeof data === 'string' ? Buffer.from(data) : data
        for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) await file.write(piece)
        return await file.end(name)
      } catch (error) {
        await file.discard()
        throw error
      }
    },
    async remove(paths) {
      for (const path of paths) await rm(path, { force: true })
    },
    async find(prefix) {
      const names = await readdir(folder).catch((problem: unknown) => {
        // A missing folder has no files. Any other error shows nothing about its contents.
        if (causeOf(problem) !== 'ENOENT') throw problem
        return []
      })
      return names
        .filter((name) => name.startsWith(prefix) && !name.endsWith(tempEnd))
        .sort()
        .map((name) => join(folder, name))
    },
    async sweep(kept, now) {
      const names = await readdir(folder).catch(() => [])
      if (names.length === 0) return
      const { paths, owners, unknown } = kept(names)
      // By name: the profile may have been moved since.
      const inUse = new Set(paths.map((path) => win32.basename(path)))
      const owning = new Set(owners)
      const strange = new Set(unknown.filter((name) => !unowned.test(name)))
      const isAbandoned = (path: string) =>
        stat(path).then(
          ({ mtimeMs }) => mtimeMs < now - abandonedMs,
          () => false,
        )
      for (const name of names) {
        if (inUse.has(name) || owning.has(ownerOf(name))) continue
        const path = join(folder, name)
        if (strange.has(name) && !(await isAbandoned(path))) continue
        // A file that can't be removed now goes at a later start: this one doesn't wait for it.
        await rm(path, { force: true }).catch(() => undefined)
      }
    },
  }
}

/** The part of a file's name before the first hyphen: whose it is. */
export const ownerOf = (name: string): string => name.split('-', 1).join()
