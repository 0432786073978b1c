import { createHash } from 'node:crypto'
import type { Random } from '../support/random'

/** What a world's image is: bytes that can be checked, and nothing to look at. */
export interface Picture {
  readonly bytes: Buffer
  /** Hex. */
  readonly sha256: string
}

const magic = Buffer.from('\x89SIMULATED')

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** `isLong`: an answer that holds it is lifted into the spool piece by piece. */
export function drawPicture(name: string, random: Random, { isLong }: { readonly isLong: boolean }): Picture {
  const bytesOfBody = isLong ? random.whole(14_000, 20_000) : random.whole(100, 4000)
  const body = Buffer.concat([Buffer.from(`${name}\n`), Buffer.alloc(bytesOfBody, name)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const bytes = Buffer.concat([magic, length, body, digest(body)])
  return { bytes, sha256: digest(bytes).toString('hex') }
}

/** What a decoder would say of a file. */
export function judgePicture(bytes: Buffer): 'whole' | 'notAnImage' | 'damaged' {
  if (!bytes.subarray(0, magic.length).equals(magic)) return 'notAnImage'
  const start = magic.length + 4
  if (bytes.length < start) return 'damaged'
  const length = bytes.readUInt32BE(magic.length)
  const body = bytes.subarray(start, start + length)
  const isWhole = bytes.length === start + length + 32 && digest(body).equals(bytes.subarray(start + length))
  return isWhole ? 'whole' : 'damaged'
}
