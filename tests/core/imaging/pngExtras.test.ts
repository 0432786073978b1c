import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngChunk, withChunks } from '../../support/pngFile'
import { temporaryFolder } from '../../support/temporaryFolder'
import { peakOf, startImaging } from './imagingHarness'
import { fileOf, sample } from './samples'

const megabyte = 1024 * 1024

const pictureWith = async (...chunks: readonly Buffer[]): Promise<Buffer> =>
  withChunks(await sample(64, 48).png().toBuffer(), ...chunks)

const zeros = deflateSync(Buffer.alloc(40 * megabyte))
const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros])
const language = Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), zeros])
const profile = Buffer.concat([Buffer.from('p\0\0', 'latin1'), zeros])
const orientation = Buffer.from('4d4d002a000000080001011200030000000100060000000000000000', 'hex')

test.each([
  ['text', Array.from({ length: 20 }, () => pngChunk('zTXt', text))],
  ['text of a language', Array.from({ length: 20 }, () => pngChunk('iTXt', language))],
  ['a profile that unpacks to far more than one', [pngChunk('iCCP', profile)]],
])('a picture with %s takes no more memory than one without', async (_, chunks) => {
  const { imaging, processes } = await startImaging()
  const folder = temporaryFolder()
  await imaging.inspect(fileOf(folder, 'plain.png', await pictureWith()))
  const before = peakOf(processes)
  const path = fileOf(folder, 'bomb.png', await pictureWith(...chunks))
  expect(await imaging.inspect(path)).toEqual({
    format: 'png',
    width: 64,
    height: 48,
    decoded: true,
    placeholder: expect.any(String),
    hasCredentials: false,
  })
  await imaging.thumbnail(path, [{ path: `${folder}/small.webp`, edge: 32 }])
  expect(peakOf(processes) - before).toBeLessThan(60)
})

test('what belongs to the picture stays: transparency, palette and orientation', async () => {
  const { imaging } = await startImaging()
  const folder = temporaryFolder()
  const colours = await sharp({
    create: { width: 60, height: 40, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } },
  })
    .png({ palette: true })
    .toBuffer()
  const extras = [
    pngChunk('eXIf', orientation),
    pngChunk('tEXt', Buffer.from('Comment\0words')),
    pngChunk('vpAg', Buffer.alloc(9)),
  ]
  const path = fileOf(folder, 'picture.png', withChunks(colours, ...extras))
  expect(await imaging.inspect(path)).toEqual({
    format: 'png',
    width: 40,
    height: 60,
    decoded: true,
    placeholder: expect.any(String),
    hasCredentials: false,
  })
  await imaging.thumbnail(path, [{ path: `${folder}/small.webp`, edge: 32 }])
  const { data } = await sharp(`${folder}/small.webp`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[3]).toBeGreaterThan(110)
  expect(data[3]).toBeLessThan(145)
})

test('a file of nothing but tiny chunks is not searched forever', async () => {
  const { imaging } = await startImaging()
  const path = fileOf(
    temporaryFolder(),
    'chunks.png',
    await pictureWith(
      Buffer.concat(Array.from({ length: 210_000 }, () => pngChunk('tEXt', Buffer.alloc(0)))),
    ),
  )
  expect(await imaging.inspect(path)).toEqual({
    format: 'png',
    width: 64,
    height: 48,
    decoded: false,
    placeholder: null,
    hasCredentials: false,
  })
})

test('a picture with text but no end takes no more memory either', async () => {
  const { imaging, processes } = await startImaging()
  const folder = temporaryFolder()
  await imaging.inspect(fileOf(folder, 'plain.png', await pictureWith()))
  const before = peakOf(processes)
  const bomb = await pictureWith(...Array.from({ length: 20 }, () => pngChunk('zTXt', text)))
  const path = fileOf(
    folder,
    'bomb.png',
    bomb.subarray(0, bomb.length - pngChunk('IEND', Buffer.alloc(0)).length),
  )
  expect(await imaging.inspect(path)).toMatchObject({ width: 64, height: 48 })
  expect(peakOf(processes) - before).toBeLessThan(60)
})

test('only one of thousands of profiles is unpacked', async () => {
  const { imaging } = await startImaging()
  const four = Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(4 * megabyte))])
  const profiles = Array.from({ length: 12_000 }, () => pngChunk('iCCP', four))
  const path = fileOf(temporaryFolder(), 'profiles.png', await pictureWith(...profiles))
  expect(await imaging.inspect(path)).toEqual({
    format: 'png',
    width: 64,
    height: 48,
    decoded: true,
    placeholder: expect.any(String),
    hasCredentials: false,
  })
})
