import { createHash } from 'node:crypto'
import { type FileHandle, link, lstat, open, rm } from '../../drive'
import { syncHandle } from '../../durability'
import { piecesOf, writeWhole } from '../../filePieces'
import { giveRights, openStillPlain, plainPieces } from '../../plainFile'

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

/** Hashes pieces of a file, the signal being asked before each. `use` is given each before the next is read. */
async function hashPieces(
  pieces: AsyncIterable<Buffer>,
  { signal, onBytes }: CopyOptions,
  use: (piece: Buffer, at: number) => Promise<void> = async () => {},
): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  signal.throwIfAborted()
  for await (const piece of pieces) {
    hash.update(piece)
    await use(piece, bytes)
    bytes += piece.length
    onBytes(piece.length)
    signal.throwIfAborted()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* sourcePiecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const pieces = piecesOf(file)
  for (;;) {
    const next = await ofSource(pieces.next())
    if (next.done === true) return
    yield next.value
  }
}

/** Reads and hashes a plain file. A link isn't followed. */
export async function hashFile(path: string, options: CopyOptions): Promise<Digest> {
  return await hashPieces(plainPieces(path), options)
}

/**
 * Copies a file to a path that is ours, durably and with its rights, and reads it back. Returns what the copy has; null if
 * the source changed meanwhile. Throws SourceFailure for the source.
 */
export async function copyWhole(source: string, temp: string, options: CopyOptions): Promise<Digest | null> {
  const { file: from, found: before } = await ofSource(openStillPlain(source))
  try {
    await rm(temp, { force: true })
    const to = await open(temp, 'wx+')
    try {
      // A drive that keeps no rights says that everyone has all.
      await giveRights(to, before, (await to.stat()).mode)
      const write = (piece: Buffer, at: number) => writeWhole(to, piece, at)
      const digest = await hashPieces(sourcePiecesOf(from), options, write)
      await to.utimes(before.atime, before.mtime).catch(() => undefined)
      await syncHandle(to)
      const written = await hashPieces(piecesOf(to), { ...options, onBytes: () => {} })
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
  return (await isSameFile(source, temp)) ? await ofSource(hashFile(temp, options)) : null
}

/** Whether two names are of one file, so that what is under both can't differ. */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([lstat(path), lstat(other)])
  return one.ino !== 0 && one.ino === two.ino && one.dev === two.dev
}
