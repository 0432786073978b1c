import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { number } from '../../../../electron/imaging/boxes/boxes'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { pngChunk } from '../../../support/pngFile'
import { exifBlock as exif } from '../../../support/toldImages'
import { drawing } from './samplePictures'

const shown = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

test('an AVIF stays transparent by either name of transparency', async () => {
  const plain = await drawing().avif({ effort: 0 }).toBuffer()
  const name = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'
  const at = plain.indexOf(name)
  expect(at).toBeGreaterThan(0)
  const other = Buffer.from(plain)
  other.fill(0, at, at + name.length)
  other.write('urn:mpeg:hevc:2015:auxid:1', at, 'latin1')
  const bytes = await stripped.avif(other)
  expect((await shown(other)).equals(await shown(plain))).toBe(true)
  expect((await shown(bytes)).equals(await shown(plain))).toBe(true)
})

test('a PNG with more transparencies than colours is refused: readers show different things', async () => {
  const file = (transparencies: number): Buffer =>
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', Buffer.concat([number(4, 4), number(1, 4), Buffer.from([2, 3, 0, 0, 0])])),
      pngChunk('PLTE', Buffer.from('aaabbbccceeefffggg')),
      pngChunk('tRNS', Buffer.alloc(transparencies, 7)),
      pngChunk('IDAT', deflateSync(Buffer.from([0, 0b00011011]))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  await expect(stripped.png(file(5))).rejects.toThrow(Unfit)
  expect((await shown(await stripped.png(file(4)))).equals(await shown(file(4)))).toBe(true)
})

test('a GIF without its last byte is stripped, and ends', async () => {
  const plain = await drawing().gif().toBuffer()
  expect((await stripped.gif(plain.subarray(0, -1))).equals(await stripped.gif(plain))).toBe(true)
})

test('a WebP without width is refused', async () => {
  const plain = await drawing().removeAlpha().webp().toBuffer()
  expect(plain.toString('latin1', 12, 16)).toBe('VP8 ')
  // Behind the sizes of the file, of this part, and what begins its pixels.
  plain.writeUInt16LE(0, 26)
  const simple = Buffer.concat([
    Buffer.from('RIFF'),
    Buffer.alloc(4),
    Buffer.from('WEBP'),
    plain.subarray(12),
    ...[Buffer.from('EXIF'), Buffer.alloc(4)],
  ])
  const block = exif({ first: [{ tag: 0x0112, type: 7, value: Buffer.from([6, 0]) }] })
  block.writeUInt16LE(3, 12)
  block.writeUInt32LE(1, 14)
  simple.writeUInt32LE(block.length, simple.length - 4)
  const whole = Buffer.concat([simple, block])
  whole.writeUInt32LE(whole.length - 8, 4)
  await expect(async () => stripped.webp(whole)).rejects.toThrow(Unfit)
})
