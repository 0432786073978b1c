import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ImageFormat } from '@shared/model/image'
import { formatOf } from '@shared/model/imageSignature'
import { isLeft } from '@shared/model/leftFile'
import { constants, type FileHandle, lstat, open, opendir } from '../../drive'
import { unfollowed } from '../../plainFile'
import type { Clock } from '../../ports'
import { type FolderGates, silence } from '../folderGates'
import { isImagePath } from '../imageName'
import { canBeHere } from '../leftFiles'
import { isAbsence, longestImage, ownFolder } from '../libraryFolders'
import { createDriveTurns, turnMs } from './driveTurns'

/** A file as its folder tells of it, before any of its bytes are read. */
export interface FileFacts {
  readonly size: number
  /** When it was last written, in milliseconds since the epoch. */
  readonly time: number
  /** The same for every name of one file: for hard links, and for names that its drive takes for the same. */
  readonly key: string
}

export interface FoundFile {
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly facts: FileFacts
}

export interface Digest {
  readonly bytes: number
  readonly sha256: string
  /** By its first bytes; null for a file that isn't an image. */
  readonly format: ImageFormat | null
}

/** `unknown`: its folder can't be read, which doesn't mean that the file isn't there. */
export type FileLook = FileFacts | 'absent' | 'unknown'

/**
 * Reads files of a library, in pieces so short that its drive never seems silent only because there is much to read.
 * Links aren't followed. All answer `silence` if the drive doesn't answer. Of a file that was left where it was, `folder`
 * is the one in which it lies.
 */
export interface LibraryFiles {
  facts(folder: string, files: readonly string[]): Promise<ReadonlyMap<string, FileLook> | typeof silence>
  /** Null if it can't be read, or is larger than any image. Also `silence` once `signal` is aborted. */
  digest(folder: string, file: string, signal: AbortSignal): Promise<Digest | null | typeof silence>
  /**
   * Every file where an image may be, some at a time; not what is hidden, nor other libraries inside this one. `unread`
   * for a folder that can't be read. Files that are settled are left out, unseen.
   */
  walk(
    folder: string,
    isSettled: (file: string) => boolean,
  ): AsyncGenerator<readonly FoundFile[] | 'unread' | typeof silence>
  /** The names in a folder inside the library, some at a time. `unread` if it can't be read, or isn't there. */
  names(folder: string, inside: string): AsyncGenerator<readonly string[] | 'unread' | typeof silence>
}

const pieceLength = 1024 * 1024
const namesAtOnce = 256

export function createLibraryFiles(deps: {
  readonly gates: Pick<FolderGates, 'ask'>
  readonly clock: Pick<Clock, 'monotonic'>
}): LibraryFiles {
  const { gates, clock } = deps
  const inTurns = createDriveTurns(deps)
  /** What files are read into, unless another one is being read. */
  let spare: Buffer | null = null

  /** Of a folder inside the library: whether neither it nor one on the way is a link. */
  function createWays(folder: string): (file: string) => Promise<'own' | 'absent' | 'unknown'> {
    const known = new Map<string, 'own' | 'absent' | 'unknown'>()
    async function way(names: readonly string[]): Promise<'own' | 'absent' | 'unknown'> {
      const name = names.join('/')
      const before = known.get(name)
      if (before !== undefined) return before
      const above = names.length > 1 ? await way(names.slice(0, -1)) : 'own'
      const own = above === 'own' ? await folderLook(join(folder, ...names)) : above
      known.set(name, own)
      return own
    }
    return (file) => {
      if (isLeft(file)) return Promise.resolve(canBeHere(file) ? 'own' : 'absent')
      const names = file.split('/').slice(0, -1)
      return names.length === 0 ? Promise.resolve('own') : way(names)
    }
  }

  async function* names(
    folder: string,
    inside: string,
  ): AsyncGenerator<readonly string[] | 'unread' | typeof silence> {
    const opened = await gates.ask(folder, () =>
      opendir(join(folder, ...inside.split('/')), { bufferSize: namesAtOnce }).then(
        (entries) => entries[Symbol.asyncIterator](),
        () => null,
      ),
    )
    if (opened === silence || opened === null) return yield opened ?? 'unread'
    for (let isOver = false; !isOver; ) {
      const some: string[] = []
      const read = await gates.ask(folder, async () => {
        const began = clock.monotonic()
        while (some.length < namesAtOnce && clock.monotonic() - began < turnMs) {
          const next = await opened.next().catch(() => null)
          if (next === null) return 'unread'
          if (next.done === true) {
            isOver = true
            return null
          }
          some.push(next.value.name)
        }
        return null
      })
      if (read !== null) return yield read
      yield some
    }
  }

  return {
    names,

    async facts(folder, files) {
      const found = new Map<string, FileLook>()
      const ways = createWays(folder)
      const answer = await inTurns(folder, [...files], async (file) => {
        const way = await ways(file)
        found.set(file, way === 'own' ? await fileLook(pathOf(folder, file)) : way)
      })
      return answer === silence ? silence : found
    },

    async digest(folder, file, signal) {
      const path = pathOf(folder, file)
      const hash = createHash('sha256')
      const piece = spare ?? Buffer.allocUnsafe(pieceLength)
      spare = null
      let opened: FileHandle | null = null
      let isGivenUp = false
      let format: ImageFormat | null = null
      let bytes = 0
      async function close(): Promise<void> {
        const ended = opened
        opened = null
        await ended?.close().catch(() => undefined)
      }
      /** Nearly every file is read in one turn, and closed in the same. */
      async function read(): Promise<'end' | 'more' | 'unread'> {
        const began = clock.monotonic()
        const handle = opened ?? (await openFile(path))
        if (handle === null) return 'unread'
        opened = handle
        while (!isGivenUp && clock.monotonic() - began < turnMs) {
          const { bytesRead } = await handle.read(piece, 0, pieceLength, bytes)
          if (bytes === 0) format = formatOf(piece.subarray(0, bytesRead))
          if (bytesRead === 0) {
            await close()
            return 'end'
          }
          hash.update(piece.subarray(0, bytesRead))
          bytes += bytesRead
          if (bytes > longestImage) return 'unread'
        }
        if (isGivenUp) await close()
        return 'more'
      }
      try {
        for (;;) {
          const answer = await gates.ask(folder, read)
          if (answer === silence || signal.aborted) return silence
          if (answer === 'more') continue
          // A read that was given up may still write into its piece: that one isn't used again.
          spare = piece
          return answer === 'end' ? { bytes, sha256: hash.digest('hex'), format } : null
        }
      } catch {
        return null
      } finally {
        // One that doesn't answer closes it once it does.
        isGivenUp = true
        if (opened !== null) await gates.ask(folder, close)
      }
    },

    async *walk(folder, isSettled) {
      const waiting = ['']
      for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
        const prefix = inside === '' ? '' : `${inside}/`
        if (inside !== '') {
          const path = join(folder, ...inside.split('/'), ownFolder)
          const nested = await gates.ask(folder, () => folderLook(path))
          if (nested === silence) return yield silence
          if (nested === 'own') continue
        }
        for await (const some of names(folder, inside)) {
          if (some === 'unread') {
            yield 'unread'
            break
          }
          if (some === silence) return yield silence
          const found: FoundFile[] = []
          const own = some
            .map((name) => prefix + name)
            .filter((file) => isImagePath(file) && !isSettled(file))
          const answer = await inTurns(folder, own, async (file) => {
            const look = await entryLook(join(folder, ...file.split('/')))
            if (look === 'folder') waiting.push(file)
            else if (look !== null) found.push({ file, facts: look })
          })
          if (answer === silence) return yield silence
          yield found
        }
      }
    },
  }
}

const pathOf = (folder: string, file: string): string =>
  isLeft(file) ? file : join(folder, ...file.split('/'))

async function folderLook(path: string): Promise<'own' | 'absent' | 'unknown'> {
  try {
    return (await lstat(path)).isDirectory() ? 'own' : 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

/** Null for what is neither a file nor a folder, and for what is gone. */
async function entryLook(path: string): Promise<FileFacts | 'folder' | null> {
  const found = await lstat(path).catch(() => null)
  if (found?.isDirectory() === true) return 'folder'
  return found?.isFile() === true && found.size <= longestImage ? factsOf(found) : null
}

async function fileLook(path: string): Promise<FileLook> {
  try {
    const found = await lstat(path)
    return found.isFile() && found.size <= longestImage ? factsOf(found) : 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

const factsOf = (found: Awaited<ReturnType<typeof lstat>>): FileFacts => ({
  size: Number(found.size),
  time: Math.floor(Number(found.mtimeMs)),
  key: `${found.dev}:${found.ino}:${found.size}`,
})

async function openFile(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | unfollowed)
  if ((await file.stat()).isFile()) return file
  await file.close()
  return null
}
