import { createHash } from 'node:crypto'
import type { FileHandle } from './drive'

/** Bytes in memory at a time. */
const pieceLength = 1024 * 1024

/** What is in an open file, from its start: each piece, read into the one buffer, until the next one is asked for. */
export async function* piecesOf(
  file: FileHandle,
  into: Buffer = Buffer.allocUnsafe(pieceLength),
): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(into, 0, into.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield into.subarray(0, bytesRead)
  }
}

const spare: Buffer[] = []

/** Lends a buffer to work that needs it until it ends: a new one for each file keeps the garbage collector busy. */
async function lent<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
  const buffer = spare.pop() ?? Buffer.allocUnsafe(pieceLength)
  const done = await work(buffer)
  // After a failure a call that was given up may still use it.
  spare.push(buffer)
  return done
}

/** SHA-256 (hex) of what is in an open file; null once `isOver`, which is asked before each piece. */
export function digestOf(file: FileHandle): Promise<string>
export function digestOf(file: FileHandle, isOver: (() => boolean) | undefined): Promise<string | null>
export async function digestOf(file: FileHandle, isOver = () => false): Promise<string | null> {
  const hash = createHash('sha256')
  return lent(async (buffer) => {
    for await (const piece of piecesOf(file, buffer)) {
      if (isOver()) return null
      hash.update(piece)
    }
    return hash.digest('hex')
  })
}

/**
 * Copies what is in an open file to the start of another one, whatever their names lead to by now. `use`: looks at each
 * piece while it is written; never throws.
 */
export async function copyPieces(
  from: FileHandle,
  to: FileHandle,
  use: (piece: Buffer) => unknown = () => undefined,
): Promise<void> {
  let at = 0
  await lent(async (buffer) => {
    for await (const piece of piecesOf(from, buffer)) {
      const written = writeWhole(to, piece, at)
      use(piece)
      await written
      at += piece.length
    }
  })
}

/** Writes all bytes at a place of an open file: what a short write leaves is written next. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
