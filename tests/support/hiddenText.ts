import { gunzipSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** How image generators hide a text: in the lowest bits of transparency or of colours, as it is or packed. */
export const hidingSignatures = [
  'stealth_pnginfo',
  'stealth_pngcomp',
  'stealth_rgbinfo',
  'stealth_rgbcomp',
] as const
type HidingSignature = (typeof hidingSignatures)[number]

const signatureBytes = 15
/** The length of the text, in bits. */
const lengthBytes = 4

/** Which channels of pixels of four have the bits. */
const channelsOf = (signature: string): readonly number[] => (signature.includes('rgb') ? [0, 1, 2] : [3])
const isPacked = (signature: string): boolean => signature.endsWith('comp')

/** The places of the bits in pixels of four channels, down one column after the other. */
function* places(width: number, height: number, channels: readonly number[]): Generator<number> {
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) for (const channel of channels) yield (y * width + x) * 4 + channel
}

const bitsOf = (bytes: Buffer): readonly number[] =>
  [...bytes].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> (7 - bit)) & 1))

/** A picture that hides a text; opaque but for that, and a part of it that is transparent. */
export function hidingPicture(
  text: string,
  signature: HidingSignature,
  { width = 64, height = 48 }: { readonly width?: number; readonly height?: number } = {},
): ReturnType<typeof sharp> {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < pixels.length; at++)
    if (at % 4 < 3) pixels[at] = (at * 7919 + Math.floor(at / width) * 31) % 251
  const words = isPacked(signature) ? gzipSync(text) : Buffer.from(text)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(words.length * 8)
  const bits = bitsOf(Buffer.concat([Buffer.from(signature), length, words]))
  const where = places(width, height, channelsOf(signature))
  for (const bit of bits) {
    const at = where.next().value
    if (at === undefined) throw new Error('the picture is too small for the text')
    pixels[at] = ((pixels[at] ?? 0) & 0xfe) | bit
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/** The text that a file hides, as its readers find it; null if it hides none. */
export async function hiddenTextIn(file: Buffer): Promise<string | null> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const channels of [[3], [0, 1, 2]]) {
    const bits = [...places(info.width, info.height, channels)].map((at) => (data[at] ?? 0) & 1)
    const bytes = (from: number, count: number): Buffer =>
      Buffer.from(
        Array.from({ length: count }, (_, index) =>
          Number.parseInt(bits.slice((from + index) * 8, (from + index + 1) * 8).join('') || '0', 2),
        ),
      )
    const signature = hidingSignatures.find((one) => one === bytes(0, signatureBytes).toString('latin1'))
    if (signature === undefined) continue
    const words = bytes(signatureBytes + lengthBytes, bytes(signatureBytes, lengthBytes).readUInt32BE(0) / 8)
    return (isPacked(signature) ? gunzipSync(words) : words).toString()
  }
  return null
}
