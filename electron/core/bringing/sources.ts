import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { BringingProblem } from '@shared/model/bringing'
import { constants, type FileHandle, lstat, open, opendir, realpath } from '../drive'
import { wholeTime } from '../fileTime'
import { type FolderGates, silence } from '../library/folderGates'
import { isAbsence, longestImage } from '../library/libraryFolders'
import { unfollowed } from '../plainFile'
import { systemCode } from '../systemCode'

/** Bytes read at once: a slow drive answers in time for this much. */
const chunkBytes = 1024 * 1024
/** Names read of a folder at once. */
const namesAtOnce = 200

/** A file can't be brought in, whatever else happens. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly problem: BringingProblem

  constructor(problem: BringingProblem, options?: { readonly cause?: unknown }) {
    super(problem, options)
    this.problem = problem
  }
}

export interface SourceDigest {
  readonly bytes: number
  readonly sha256: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** The user's own files, which may be on any drive, and may change or vanish at any time. They are only read. */
export interface Sources {
  /** Where a path that the user chose really is: there, a link is followed. Throws SourceFailure. */
  real(path: string): Promise<string>
  kind(path: string): Promise<'file' | 'folder' | 'link' | 'other'>
  /** What is in a folder, links too, in any order. */
  within(folder: string): AsyncGenerator<string>
  /** Bytes of a file. */
  size(path: string): Promise<number>
  /** Throws SourceFailure `changed` if a file isn't as it was read. */
  refuseChanged(path: string, digest: SourceDigest): Promise<void>
  /** Reads a whole file, handing on each piece. Throws SourceFailure, `changed` if it changed meanwhile. */
  read(path: string, take?: (bytes: Buffer) => Promise<void>): Promise<SourceDigest>
}

/** Nothing can continue without its answer. */
const needed = { isNeeded: true }

export function createSources(gates: Pick<FolderGates, 'ask' | 'open' | 'close'>): Sources {
  /** Every call to the drive goes through the gate of its folder. */
  const ask = <T>(folder: string, work: () => Promise<T>): Promise<T> =>
    answered(gates.ask(folder, work, needed))

  const opened = (path: string): Promise<FileHandle> =>
    answered(gates.open(dirname(path), () => open(path, constants.O_RDONLY | unfollowed), needed))

  async function stateOf(folder: string, file: FileHandle) {
    const found = await ask(folder, () => file.stat())
    if (!found.isFile()) throw new SourceFailure('unreadable')
    if (found.size > longestImage) throw new SourceFailure('tooLarge')
    return found
  }

  async function readAll(
    folder: string,
    file: FileHandle,
    take: (bytes: Buffer) => Promise<void>,
  ): Promise<SourceDigest> {
    const before = await stateOf(folder, file)
    const hash = createHash('sha256')
    let bytes = 0
    for (;;) {
      const { buffer, bytesRead } = await ask(folder, () =>
        file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, bytes),
      )
      if (bytesRead === 0) break
      const piece = buffer.subarray(0, bytesRead)
      bytes += bytesRead
      if (bytes > longestImage) throw new SourceFailure('tooLarge')
      hash.update(piece)
      await take(piece)
    }
    const after = await stateOf(folder, file)
    if (bytes !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      throw new SourceFailure('changed')
    return { bytes, sha256: hash.digest('hex'), modifiedAt: wholeTime(before.mtimeMs) }
  }

  return {
    real: (path) => ask(dirname(path), () => realpath(path)),

    async kind(path) {
      const found = await ask(dirname(path), () => lstat(path))
      if (found.isSymbolicLink()) return 'link'
      if (found.isDirectory()) return 'folder'
      return found.isFile() ? 'file' : 'other'
    },

    async *within(folder) {
      const names = await answered(
        gates.open(folder, () => opendir(folder, { bufferSize: namesAtOnce }), needed),
      )
      try {
        for (;;) {
          const entry = await ask(folder, () => names.read())
          if (entry === null) return
          yield entry.name
        }
      } finally {
        gates.close(folder, names)
      }
    },

    size: async (path) => (await ask(dirname(path), () => lstat(path))).size,

    async refuseChanged(path, { bytes, modifiedAt }) {
      const found = await ask(dirname(path), () => lstat(path))
      const isSame = found.isFile() && found.size === bytes && wholeTime(found.mtimeMs) === modifiedAt
      if (!isSame) throw new SourceFailure('changed')
    },

    async read(path, take = async () => {}) {
      const file = await opened(path)
      try {
        return await readAll(dirname(path), file, take)
      } finally {
        gates.close(dirname(path), file)
      }
    },
  }
}

/** Throws SourceFailure. */
async function answered<T>(asked: Promise<T | typeof silence>): Promise<T> {
  const found = await asked.catch((cause: unknown) => {
    throw cause instanceof SourceFailure
      ? cause
      : new SourceFailure(isAbsence(cause) ? 'gone' : problemOf(cause), { cause })
  })
  if (found === silence) throw new SourceFailure('silent')
  return found
}

function problemOf(cause: unknown): BringingProblem {
  // What `O_NOFOLLOW` says of a link.
  return systemCode(cause) === 'ELOOP' ? 'link' : 'unreadable'
}
