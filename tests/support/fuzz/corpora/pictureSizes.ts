import type { Random } from '../../random'

/** Writes a size into the header of a picture. */
type WriteSize = (bytes: Buffer, width: number, height: number) => void

/** Pixels: sizes that a decoder may well accept, and those at the limit of what can be written. */
const edges = [
  1,
  2,
  30,
  4096,
  16_383,
  16_384,
  65_500,
  65_535,
  1_000_000,
  2 ** 24,
  2 ** 28,
  2 ** 31 - 1,
] as const

const png: WriteSize = (bytes, width, height) => {
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
}

/** Where the frame of a JPEG begins, by its kind: baseline, extended or progressive. */
function jpegFrame(bytes: Buffer): number | null {
  const at = [0xc0, 0xc1, 0xc2].map((kind) => bytes.indexOf(Buffer.from([0xff, kind]))).find((it) => it > 0)
  return at === undefined || at + 9 > bytes.length ? null : at
}

const jpeg: WriteSize = (bytes, width, height) => {
  const at = jpegFrame(bytes)
  if (at === null) return
  bytes.writeUInt16BE(height % 2 ** 16, at + 5)
  bytes.writeUInt16BE(width % 2 ** 16, at + 7)
}

/** Sets the screen's size, and that of the first frame. */
const gif: WriteSize = (bytes, width, height) => {
  const frame = bytes.indexOf(0x2c, 13)
  for (const at of frame < 0 ? [6] : [6, frame + 5]) {
    if (at + 4 > bytes.length) continue
    bytes.writeUInt16LE(width % 2 ** 16, at)
    bytes.writeUInt16LE(height % 2 ** 16, at + 2)
  }
}

const webp: WriteSize = (bytes, width, height) => {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') {
    bytes.writeUIntLE((width - 1) % 2 ** 24, 24, 3)
    bytes.writeUIntLE((height - 1) % 2 ** 24, 27, 3)
  }
  const lossy = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  if (lossy > 0 && lossy + 7 <= bytes.length) {
    bytes.writeUInt16LE(width % 2 ** 14, lossy + 3)
    bytes.writeUInt16LE(height % 2 ** 14, lossy + 5)
  }
  const lossless = bytes.indexOf('VP8L', 12, 'latin1') + 9
  if (lossless > 9 && lossless + 4 <= bytes.length) {
    const sizes = ((width - 1) % 2 ** 14) + ((height - 1) % 2 ** 14) * 2 ** 14
    bytes.writeUInt32LE(((bytes.readUInt32LE(lossless) & 0xf000_0000) >>> 0) | sizes, lossless)
  }
}

const avif: WriteSize = (bytes, width, height) => {
  const at = bytes.indexOf('ispe', 0, 'latin1')
  if (at < 0 || at + 16 > bytes.length) return
  bytes.writeUInt32BE(width, at + 8)
  bytes.writeUInt32BE(height, at + 12)
}

function writerOf(bytes: Buffer): WriteSize {
  if (bytes[0] === 0x89) return png
  if (bytes[0] === 0xff) return jpeg
  if (bytes[0] === 0x47) return gif
  return bytes[0] === 0x52 ? webp : avif
}

/** The same picture with another declared size. The checksums of a PNG stay as they were. */
export function saying(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes)
  writerOf(copy)(copy, width, height)
  return copy
}

/**
 * The same with a false size, and perhaps a false kind: a hostile sender need not send the pixels that it
 * declares.
 */
export function resized(bytes: Buffer, random: Random): Buffer {
  const side = () => (random.chance(0.5) ? random.pick(edges) : random.whole(1, 2 ** random.whole(1, 28)))
  const copy = saying(bytes, side(), side())
  if (copy[0] === 0x89) {
    if (random.chance(0.5)) copy[24] = random.pick([1, 2, 4, 8, 16])
    if (random.chance(0.5)) copy[25] = random.pick([0, 2, 3, 4, 6])
    if (random.chance(0.5)) copy[28] = random.pick([0, 1])
  }
  const frame = copy[0] === 0xff ? jpegFrame(copy) : null
  if (frame !== null && random.chance(0.3)) copy[frame + 1] = random.pick([0xc0, 0xc1, 0xc2])
  return copy
}
