import { createHash } from 'node:crypto'
import { constants, type FileHandle, link, lstat, open, rm } from '../../drive'
import { syncHandle } from '../../durability'
import { unfollowed } from '../../plainFile'

export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/** How a long read or copy is watched, and ended: it rejects with the signal's reason. */
export interface CopyOptions {
  readonly signal: AbortSignal
  /** Called with the bytes of each piece that was handled. */
  readonly onBytes: (bytes: number) => void
}

/** A file of the source can't be read, unlike the target, which can't be written. */
export class SourceFailure extends Error {
  readonly problem: unknown
  constructor(problem: unknown) {
    super('the source can’t be read')
    this.problem = problem
  }
}

/** Makes failures of the source known as such. */
export async function ofSource<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (problem) {
    throw new SourceFailure(problem)
  }
}

/** Bytes in memory at a time, and between two looks at the signal. */
const pieceLength = 1024 * 1024

/** Reads an open file from its start, and hashes it. `use` is given each piece before the next is read. */
async function readThrough(
  read: (piece: Buffer, at: number) => Promise<{ readonly bytesRead: number }>,
  use: (piece: Buffer, at: number) => Promise<void>,
  { signal, onBytes }: CopyOptions,
): Promise<Digest> {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(pieceLength)
  for (let at = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead } = await read(piece, at)
    if (bytesRead === 0) return { bytes: at, sha256: hash.digest('hex') }
    const part = piece.subarray(0, bytesRead)
    hash.update(part)
    await use(part, at)
    at += bytesRead
    onBytes(bytesRead)
  }
}

const unused = async (): Promise<void> => {}
const reading = (file: FileHandle) => (piece: Buffer, at: number) => file.read(piece, 0, pieceLength, at)

/** Reads and hashes a file. A link isn't followed. */
export async function digestOf(path: string, options: CopyOptions): Promise<Digest> {
  const file = await open(path, constants.O_RDONLY | unfollowed)
  try {
    return await readThrough(reading(file), unused, options)
  } finally {
    await file.close()
  }
}

/**
 * Copies a file to a path that is ours, durably, and reads it back. Returns what the copy has; null if the source
 * changed meanwhile. Throws SourceFailure for the source.
 */
export async function copyWhole(source: string, temp: string, options: CopyOptions): Promise<Digest | null> {
  const from = await ofSource(open(source, constants.O_RDONLY | unfollowed))
  try {
    const before = await ofSource(from.stat())
    await rm(temp, { force: true })
    const to = await open(temp, 'wx+')
    try {
      const write = async (piece: Buffer, at: number): Promise<void> => {
        for (let from = 0; from < piece.length; )
          from += (await to.write(piece, from, piece.length - from, at + from)).bytesWritten
      }
      const read = (piece: Buffer, at: number) => ofSource(from.read(piece, 0, pieceLength, at))
      const digest = await readThrough(read, write, options)
      await to.utimes(before.atime, before.mtime).catch(() => undefined)
      await syncHandle(to)
      const written = await readThrough(reading(to), unused, { ...options, onBytes: () => {} })
      const after = await ofSource(from.stat())
      const isSteady = after.size === digest.bytes && after.mtimeMs === before.mtimeMs
      return isSteady && written.sha256 === digest.sha256 ? digest : null
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

/**
 * Gives a file a second name on the same disk, without copying it, and reads it. Null if that isn't possible: many file
 * systems know no such names.
 */
export async function linkWhole(source: string, temp: string, options: CopyOptions): Promise<Digest | null> {
  await rm(temp, { force: true })
  try {
    await link(source, temp)
  } catch {
    return null
  }
  // A link would have been followed on some systems.
  return (await isSameFile(source, temp)) ? await ofSource(digestOf(temp, options)) : null
}

/** Whether two names are of one file, so that what is under both can't differ. */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([lstat(path), lstat(other)])
  return one.ino !== 0 && one.ino === two.ino && one.dev === two.dev
}
