import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createReadStream } from '../drive'

/** Length and SHA-256 (hex) of a file as it is on disk. */
export async function fileDigest(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const stream = createReadStream(path, { highWaterMark: 1 << 20 })
  await pipeline(stream, hash)
  return { bytes: stream.bytesRead, sha256: hash.digest('hex') }
}
