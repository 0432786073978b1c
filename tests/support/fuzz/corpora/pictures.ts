import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, withChunks } from '../../pngFile'
import type { Corpus } from '../mutations'
import { resized } from './pictureSizes'

const width = 40
const height = 30

/** Pixels with enough detail that a decoder has work to do. */
function pixels(channels: 1 | 3 | 4, rows = height): ReturnType<typeof sharp> {
  const raw = Buffer.alloc(width * rows * channels)
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 7919 + Math.floor(at / width) * 31) % 251
  return sharp(raw, { raw: { width, height: rows, channels } })
}

/** Three frames, one below the other. */
const animated = (): ReturnType<typeof sharp> => {
  const raw = Buffer.alloc(width * height * 3 * 3)
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 104_729) % 241
  return sharp(raw, { raw: { width, height: height * 3, channels: 3, pageHeight: height } })
}

const pngExtras = [
  pngChunk('tEXt', Buffer.from('Comment\0words')),
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(5000))])),
  pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(600))])),
  pngChunk('eXIf', Buffer.from('4d4d002a000000080001011200030000000100060000000000000000', 'hex')),
]

const tokens = [
  'IHDR',
  'IDAT',
  'IEND',
  'PLTE',
  'tRNS',
  'iCCP',
  'eXIf',
  'acTL',
  'fcTL',
  'fdAT',
  '\xff\xd8\xff',
  '\xff\xc0',
  '\xff\xc2',
  '\xff\xc4',
  '\xff\xda',
  '\xff\xd9',
  '\xff\xe1\x00\x10Exif\0\0',
  'ICC_PROFILE\0',
  'VP8 ',
  'VP8L',
  'VP8X',
  'ANIM',
  'ANMF',
  'ALPH',
  'GIF89a',
  '\x21\xf9\x04',
  '\x2c\0\0\0\0',
  '\x3b',
  'ftypavif',
  'meta',
  'iloc',
  'iprp',
  'ispe',
  'mdat',
  'NETSCAPE2.0',
].map((token) => Buffer.from(token, 'latin1'))

/** The correct checksums for a PNG's chunks: without them no mutant gets past its first chunk. */
export function withChecksums(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes
  const copy = Buffer.from(bytes)
  for (let at = 8; at + 12 <= copy.length; ) {
    const end = at + 8 + copy.readUInt32BE(at)
    if (end + 4 > copy.length) break
    copy.writeUInt32BE(crc32(copy.subarray(at + 4, end)), end)
    at = end + 4
  }
  return copy
}

/** Small pictures in every format the app accepts, in the various ways each can be written. */
export async function pictures(): Promise<Corpus> {
  const plain = await pixels(3).png().toBuffer()
  const others = await Promise.all([
    pixels(4).png({ progressive: true }).toBuffer(),
    pixels(3).png({ palette: true, colours: 16 }).toBuffer(),
    pixels(1).toColourspace('grey16').png().toBuffer(),
    pixels(3).jpeg().toBuffer(),
    pixels(3).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    pixels(1).jpeg({ quality: 30 }).toBuffer(),
    pixels(3).toColourspace('cmyk').jpeg().toBuffer(),
    pixels(3).webp().toBuffer(),
    pixels(4).webp({ lossless: true }).toBuffer(),
    animated().webp().toBuffer(),
    pixels(3).avif({ effort: 0 }).toBuffer(),
    pixels(4).avif({ effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
    pixels(3).gif().toBuffer(),
    animated().gif().toBuffer(),
  ])
  return {
    entries: [plain, withChunks(plain, ...pngExtras), ...others],
    tokens: [Buffer.from('IHDR'), ...tokens],
    // Only some, because a picture that claims to be large takes a decoder seconds.
    reshape: (bytes, random) => (random.chance(0.4) ? withChecksums(resized(bytes, random)) : null),
    repair: withChecksums,
  }
}
