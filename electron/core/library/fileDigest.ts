import { createHash } from 'node:crypto'
import { plainPieces } from '../plainFile'

/** Length and SHA-256 (hex) of a file as it is on disk. Throws what the drive says, and `ESTALE` if it isn't a plain file. */
export async function fileDigest(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of plainPieces(path)) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
