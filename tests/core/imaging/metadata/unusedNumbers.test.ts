import sharp from 'sharp'
import { expect, test } from 'vitest'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { pngChunk } from '../../../support/pngFile'

const words = Buffer.from('prompt: the duke, account 7731a!')
const shown = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()

/** A slow gradient: its blocks need few of the numbers that they may have. */
function sky() {
  const edge = 64
  const raw = Buffer.from(Array.from({ length: edge * edge * 3 }, (_, at) => 100 + ((at / 3) % edge)))
  return sharp(raw, { raw: { width: edge, height: edge, channels: 3 } })
}

/** Where the 64 numbers of the first table of quantities are. */
const table = (jpeg: Buffer): Buffer => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5
  return jpeg.subarray(at, at + 64)
}

test.each([false, true])(
  'a JPEG keeps no quantities that no pixel needs (progressive: %s)',
  async (progressive) => {
    const plain = await sky().jpeg({ quality: 80, progressive }).toBuffer()
    const telling = Buffer.from(plain)
    // The finest come last.
    words.copy(table(telling), 64 - words.length)
    const bytes = await stripped.jpeg(telling)
    expect(table(bytes).subarray(-words.length)).toEqual(Buffer.alloc(words.length, 1))
    expect(table(bytes)[0]).toBe(table(plain)[0])
    expect(await shown(bytes)).toEqual(await shown(plain))
    expect(await shown(telling)).toEqual(await shown(plain))
  },
)

test('a progressive JPEG without its last scans keeps those from which decoders guess the rest', async () => {
  const plain = await sky().jpeg({ quality: 80, progressive: true }).toBuffer()
  const scan = (from: number): number => plain.indexOf(Buffer.from([0xff, 0xda]), from)
  const cut = Buffer.concat([plain.subarray(0, scan(scan(0) + 2)), Buffer.from([0xff, 0xd9])])
  const bytes = await stripped.jpeg(cut)
  expect(table(bytes)).toEqual(table(plain))
  expect(await shown(bytes)).toEqual(await shown(cut))
})

test.each([
  ['cHRM', 32, 'beside a profile', true],
  ['mDCV', 24, 'beside a profile', true],
  ['cHRM', 32, 'that can’t be primaries', false],
  ['gAMA', 4, 'that can’t be a brightness', false],
  ['pHYs', 9, 'that can’t be a size', false],
  ['sBIT', 3, 'that can’t be numbers of bits', false],
] as const)('a PNG keeps no %s of %i bytes %s', async (type, length, _, hasProfile) => {
  const plain = await (hasProfile ? sky().withIccProfile('srgb') : sky()).png().toBuffer()
  const own = words.subarray(0, length)
  const telling = Buffer.concat([plain.subarray(0, 33), pngChunk(type, own), plain.subarray(33)])
  const bytes = await stripped.png(telling)
  expect(bytes.includes(own)).toBe(false)
  expect(bytes.includes('iCCP')).toBe(hasProfile)
  expect(await shown(bytes)).toEqual(await shown(plain))
})
