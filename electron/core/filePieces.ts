import { createHash } from 'node:crypto'
import type { FileHandle } from './drive'

/** Bytes in memory at a time. */
const pieceLength = 1024 * 1024

/** What is in an open file, from its start: each piece until the next one is asked for. */
export async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(pieceLength)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, pieceLength, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

/** SHA-256 (hex) of what is in an open file; null once `isOver`, which is asked before each piece. */
export async function digestOf(
  file: FileHandle,
  isOver: () => boolean = () => false,
): Promise<string | null> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(file)) {
    if (isOver()) return null
    hash.update(piece)
  }
  return hash.digest('hex')
}

/** Copies what is in an open file to the start of another one, whatever their names lead to by now. */
export async function copyPieces(from: FileHandle, to: FileHandle): Promise<void> {
  let at = 0
  for await (const piece of piecesOf(from)) {
    // What a short write leaves is written next.
    for (let done = 0; done < piece.length; )
      done += (await to.write(piece, done, piece.length - done, at + done)).bytesWritten
    at += piece.length
  }
}
