import type { Random } from '../../random'

/** Where the head of a picture says how large it is, and how that is written there. */
type Resize = (bytes: Buffer, width: number, height: number, random: Random) => void

/** Pixels: sizes that a decoder may well take, and those at the edge of what can be written. */
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

const png: Resize = (bytes, width, height, random) => {
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  if (random.chance(0.5)) bytes[24] = random.pick([1, 2, 4, 8, 16])
  if (random.chance(0.5)) bytes[25] = random.pick([0, 2, 3, 4, 6])
  if (random.chance(0.5)) bytes[28] = random.pick([0, 1])
}

const jpeg: Resize = (bytes, width, height, random) => {
  const at = [0xc0, 0xc1, 0xc2].map((kind) => bytes.indexOf(Buffer.from([0xff, kind]))).find((it) => it > 0)
  if (at === undefined || at + 9 > bytes.length) return
  bytes.writeUInt16BE(height % 2 ** 16, at + 5)
  bytes.writeUInt16BE(width % 2 ** 16, at + 7)
  if (random.chance(0.3)) bytes[at + 1] = random.pick([0xc0, 0xc1, 0xc2])
}

const gif: Resize = (bytes, width, height, random) => {
  const frame = bytes.indexOf(0x2c, 13)
  const places = random.chance(0.5) ? [6] : frame < 0 ? [] : [6, frame + 5]
  for (const at of places) {
    if (at + 4 > bytes.length) continue
    bytes.writeUInt16LE(width % 2 ** 16, at)
    bytes.writeUInt16LE(height % 2 ** 16, at + 2)
  }
}

const webp: Resize = (bytes, width, height) => {
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

const avif: Resize = (bytes, width, height) => {
  const at = bytes.indexOf('ispe', 0, 'latin1')
  if (at < 0 || at + 16 > bytes.length) return
  bytes.writeUInt32BE(width, at + 8)
  bytes.writeUInt32BE(height, at + 12)
}

function formatOf(bytes: Buffer): Resize {
  if (bytes[0] === 0x89) return png
  if (bytes[0] === 0xff) return jpeg
  if (bytes[0] === 0x47) return gif
  return bytes[0] === 0x52 ? webp : avif
}

/** The same picture that says it is of another size: what it takes to show it, nobody has to send. */
export function resized(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  const side = () => (random.chance(0.5) ? random.pick(edges) : random.whole(1, 2 ** random.whole(1, 28)))
  formatOf(copy)(copy, side(), side(), random)
  return copy
}
