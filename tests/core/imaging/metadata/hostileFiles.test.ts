import { describe, expect, test } from 'vitest'
import { box } from '../../../../electron/imaging/boxes/boxes'
import { plainPixels } from '../../../../electron/imaging/metadata/gifPixels'
import { noteColours } from '../../../../electron/imaging/metadata/pngRows'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { avifFile } from '../../../support/avifFile'
import { jpegSegment } from '../../../support/toldImages'

/** A grey progressive JPEG of one scan, in which a zero is the only code. */
function jpegOf({
  edge,
  meaning,
  scan,
  pixels,
}: {
  readonly edge: number
  readonly meaning: number
  /** First and last number of each block, and whether it refines them. */
  readonly scan: readonly [first: number, last: number, bits: number]
  readonly pixels: Buffer
}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(edge, 1)
  frame.writeUInt16BE(edge, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    jpegSegment(0xc2, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([meaning])])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, ...scan])),
    pixels,
    Buffer.from([0xff, 0xd9]),
  ])
}

/** How often others had their turn during some work. */
async function turnsDuring(work: () => unknown): Promise<number> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    if (isOver) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  try {
    await work()
  } finally {
    isOver = true
  }
  return turns
}

describe('a JPEG', () => {
  test('without any pixels is refused at once, however large it says that it is', async () => {
    const file = jpegOf({ edge: 65_500, meaning: 0x01, scan: [1, 63, 0x10], pixels: Buffer.alloc(0) })
    const turns = await turnsDuring(() => expect(stripped.jpeg(file)).rejects.toThrow(Unfit))
    // Others would have hundreds of turns if it went through all the blocks.
    expect(turns).toBeLessThan(9)
  })

  test('with a number that its scan doesn’t have is refused', async () => {
    // Five zeros, and then one number more than the scan has.
    const file = jpegOf({ edge: 8, meaning: 0x51, scan: [1, 5, 0], pixels: Buffer.from([0]) })
    await expect(stripped.jpeg(file)).rejects.toThrow(Unfit)
    const fit = jpegOf({ edge: 8, meaning: 0x41, scan: [1, 5, 0], pixels: Buffer.from([0x3f]) })
    expect((await stripped.jpeg(fit)).equals(fit)).toBe(true)
  })
})

test('two thousand cells of an AVIF share one colour profile, and so do those of its copy', async () => {
  const [rows, columns] = [40, 50]
  const profile = Buffer.alloc(1024 * 1024)
  profile.writeUInt32BE(profile.length)
  profile.write('acsp', 36, 'latin1')
  const size = box('ispe', Buffer.from('000000000000000800000008', 'hex'))
  const properties = [size, box('colr', [Buffer.from('prof'), profile])]
  const grid = Buffer.from([0, 0, rows - 1, columns - 1, 0, 8, 0, 8])
  // Each has one part with pixels.
  const cell = { type: 'av01', data: Buffer.from([(6 << 3) | 2, 1, 0]), properties: [1, 2] }
  const cells = Array.from({ length: rows * columns }, () => cell)
  const file = avifFile(
    [{ type: 'grid', data: grid, properties: [1, 2] }, ...cells],
    properties,
    cells.map((_, at) => ['dimg', 1, at + 2]),
  )
  const before = process.memoryUsage().rss
  const plain = await stripped.avif(file)
  expect(plain.length).toBeGreaterThan(profile.length)
  expect(plain.length).toBeLessThan(2 * profile.length)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

describe('others have their turn', () => {
  test('while the blocks of a JPEG are read', async () => {
    // 64 times 16,384 blocks in which nothing begins, each in 15 bits.
    const file = jpegOf({ edge: 8_192, meaning: 0xe0, scan: [1, 63, 0], pixels: Buffer.alloc(120) })
    expect(await turnsDuring(() => stripped.jpeg(file))).toBeGreaterThan(9)
  })

  test.each([
    { rows: 'many', width: 4_000, count: 1_000 },
    { rows: 'long', width: 4_000_000, count: 1 },
  ])('while the pixels of a PNG are looked at, in $rows rows', async ({ width, count }) => {
    const bytes = 1 + width / 8
    const used = new Set<number>()
    const unpacked = Buffer.alloc(count * bytes)
    unpacked[unpacked.length - 1] = 1
    const turns = await turnsDuring(() => noteColours(unpacked, [{ width, count, bytes }], 1, used))
    expect(turns).toBeGreaterThan(3)
    expect([...used]).toEqual([0, 1])
  })

  test('while the codes of a GIF are read', async () => {
    // Nothing but codes that begin anew, of three bits each, and a pixel.
    const packed = Buffer.concat([Buffer.alloc(1_200_000, Buffer.from([0x24, 0x49, 0x92])), Buffer.alloc(1)])
    const read = () => plainPixels(packed, { pixelBits: 2, pixels: 1 }, new Set())
    expect(await turnsDuring(read)).toBeGreaterThan(3)
  })
})
