import { createHash } from 'node:crypto'
import type { FileHandle } from './drive'

/** Bytes in memory at a time. */
const pieceLength = 1024 * 1024

/** What is in an open file, from its start: each piece, of at most `length` bytes, until the next one is asked for. */
export async function* piecesOf(file: FileHandle, length = pieceLength): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(length)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

/** SHA-256 (hex) of what is in an open file; null once `isOver`, which is asked before each piece. */
export function digestOf(file: FileHandle): Promise<string>
export function digestOf(file: FileHandle, isOver: (() => boolean) | undefined): Promise<string | null>
export async function digestOf(file: FileHandle, isOver = () => false): Promise<string | null> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(file)) {
    if (isOver()) return null
    hash.update(piece)
  }
  return hash.digest('hex')
}

/**
 * Copies what is in an open file to the start of another one, whatever their names lead to by now. `use`: given each piece
 * before it is written.
 */
export async function copyPieces(
  from: FileHandle,
  to: FileHandle,
  use: (piece: Buffer) => unknown = () => undefined,
): Promise<void> {
  let at = 0
  for await (const piece of piecesOf(from)) {
    use(piece)
    await writeWhole(to, piece, at)
    at += piece.length
  }
}

/** Writes all bytes at a place of an open file: what a short write leaves is written next. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
