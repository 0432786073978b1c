import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { saying } from '../../support/fuzz/corpora/pictureSizes'
import { withChecksums } from '../../support/fuzz/corpora/pictures'
import { temporaryFolder } from '../../support/temporaryFolder'
import { peakOf, startImaging } from './imagingHarness'
import { bombPng, encoded, fileOf, memoryBomb, sample } from './samples'

const megabyte = 1024 * 1024

/** The position `offset` bytes after the start of a marker in a file. */
function after(bytes: Buffer, mark: string, offset: number): number {
  const at = bytes.indexOf(mark, 0, 'latin1')
  expect(at).toBeGreaterThan(-1)
  return at + offset
}

async function hugeJpeg(): Promise<Buffer> {
  const bytes = await encoded('jpeg', 64, 48)
  const at = after(bytes, '\xff\xc0', 5)
  bytes.writeUInt16BE(50_000, at)
  bytes.writeUInt16BE(60_000, at + 2)
  return bytes
}

async function hugeGif(): Promise<Buffer> {
  const bytes = await encoded('gif', 64, 48)
  bytes.writeUInt16LE(60_000, 6)
  bytes.writeUInt16LE(50_000, 8)
  return bytes
}

/** Only a canvas, without the picture. */
function hugeWebp(): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF\x20\0\0\0WEBPVP8X\x0a', 0, 'latin1')
  bytes.writeUIntLE(59_999, 24, 3)
  bytes.writeUIntLE(49_999, 27, 3)
  return bytes
}

async function hugeAvif(): Promise<Buffer> {
  const bytes = await encoded('avif', 64, 48)
  const at = after(bytes, 'ispe', 8)
  bytes.writeUInt32BE(60_000, at)
  bytes.writeUInt32BE(50_000, at + 4)
  return bytes
}

describe('a picture with too many pixels to decode', () => {
  test.each([
    ['png', 30_000, 30_000, async () => bombPng(30_000)],
    ['jpeg', 60_000, 50_000, hugeJpeg],
    ['gif', 60_000, 50_000, hugeGif],
    ['webp', 60_000, 50_000, async () => hugeWebp()],
    ['avif', 60_000, 50_000, hugeAvif],
  ] as const)('is recognised by its header: %s', async (format, width, height, make) => {
    const { imaging, processes } = await startImaging()
    const folder = temporaryFolder()
    const path = fileOf(folder, 'huge', await make())
    expect(await imaging.inspect(path)).toEqual({
      format,
      width,
      height,
      decoded: false,
      placeholder: null,
      hasCredentials: false,
    })
    expect(await failureCode(imaging.thumbnail(path, [{ path: `${folder}/small.webp`, edge: 32 }]))).toBe(
      'imageTooLarge',
    )
    expect(processes.started('imaging')).toBe(1)
    expect(peakOf(processes)).toBeLessThan(200)
  })
})

const one = () => sample(64, 48)

describe('a small file that claims to be a picture of many pixels', () => {
  test.each([
    ['a row without end', 'png', 2_000_000, 30, () => one().png()],
    ['tiles without end', 'avif', 1_000_000, 30, () => one().avif({ effort: 0 })],
    ['a WebP as large as can be', 'webp', 16_383, 16_383, () => one().webp()],
    ['a JPEG that comes coarse first', 'jpeg', 16_000, 15_000, () => one().jpeg({ progressive: true })],
    ['a PNG that comes coarse first', 'png', 16_000, 15_000, () => one().png({ progressive: true })],
  ] as const)(
    'takes little memory, and is recognised by its header: %s',
    async (_, format, width, height, make) => {
      const { imaging, processes } = await startImaging()
      const folder = temporaryFolder()
      const path = fileOf(folder, 'small', withChecksums(saying(await make().toBuffer(), width, height)))
      expect(await imaging.inspect(path)).toEqual({
        format,
        width,
        height,
        decoded: false,
        placeholder: null,
        hasCredentials: false,
      })
      expect(await failureCode(imaging.thumbnail(path, [{ path: `${folder}/small.webp`, edge: 32 }]))).toBe(
        'imageTooLarge',
      )
      expect(peakOf(processes)).toBeLessThan(200)
    },
  )
})

describe('large pictures that a decoder holds in memory whole', () => {
  test('are decoded one after the other', async () => {
    const { imaging, processes } = await startImaging()
    const folder = temporaryFolder()
    const bytes = await memoryBomb()
    const paths = [1, 2, 3].map((at) => fileOf(folder, `${at}.jpg`, bytes))
    await imaging.inspect(fileOf(folder, 'alone.jpg', bytes))
    const alone = peakOf(processes)
    for (const found of await Promise.all(paths.map((path) => imaging.inspect(path))))
      expect(found).toMatchObject({ width: 5790, decoded: true, placeholder: expect.any(String) })
    expect(processes.started('imaging')).toBe(1)
    expect(peakOf(processes)).toBeLessThan(1.3 * alone)
  })
})

describe('a picture that takes more memory than allowed', () => {
  test('is recognised by its header, and delays nothing beside it', async () => {
    const { imaging, processes } = await startImaging({ memoryBound: 170 * megabyte })
    const folder = temporaryFolder()
    const bomb = imaging.inspect(fileOf(folder, 'bomb.jpg', await memoryBomb()))
    const beside = imaging.inspect(fileOf(folder, 'beside.png', await encoded('png', 300, 200)))
    expect(await beside).toEqual({
      format: 'png',
      width: 300,
      height: 200,
      decoded: true,
      placeholder: expect.any(String),
      hasCredentials: false,
    })
    expect(await bomb).toEqual({
      format: 'jpeg',
      width: 5790,
      height: 5790,
      decoded: false,
      placeholder: null,
      hasCredentials: false,
    })
    expect(processes.started('imaging')).toBe(3)
  })

  test('is decoded where there is room for it', async () => {
    const { imaging } = await startImaging({ memoryBound: 1536 * megabyte })
    const path = fileOf(temporaryFolder(), 'large.jpg', await memoryBomb())
    expect(await imaging.inspect(path)).toEqual({
      format: 'jpeg',
      width: 5790,
      height: 5790,
      decoded: true,
      placeholder: expect.any(String),
      hasCredentials: false,
    })
  })

  test('has no thumbnail', async () => {
    const { imaging } = await startImaging({ memoryBound: 170 * megabyte })
    const folder = temporaryFolder()
    const path = fileOf(folder, 'bomb.jpg', await memoryBomb())
    expect(await failureCode(imaging.thumbnail(path, [{ path: `${folder}/small.webp`, edge: 32 }]))).toBe(
      'imageTooLarge',
    )
  })
})

describe('the size in the header of a decoded picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'is what the decoder says: %s',
    async (format) => {
      const { processes } = await startImaging()
      const channel = processes.start('imaging', [])
      const answers: unknown[] = []
      channel.onMessage((message) => answers.push(message))
      const path = fileOf(temporaryFolder(), 'picture', await encoded(format, 123, 77))
      channel.send({ kind: 'inspect', id: 1, path, decode: false, copies: [] })
      const size = { width: 123, height: 77 }
      const inspection = { format, ...size, decoded: false, placeholder: null, hasCredentials: false }
      await eventually(() => answers.length === 2)
      expect(answers[1]).toEqual({ kind: 'inspected', id: 1, inspection })
    },
  )
})
