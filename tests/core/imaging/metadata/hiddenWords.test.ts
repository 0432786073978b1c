import { deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { boxesIn, number } from '../../../../electron/imaging/boxes/boxes'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { avifFile } from '../../../support/avifFile'
import { animatedPng, pngChunk } from '../../../support/pngFile'
import { exifBlock as exif, jpegSegment } from '../../../support/toldImages'
import { drawing, picture } from './samplePictures'

const words = Buffer.from('a hidden fern, which nobody was to see')
const shown = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

/** The words are in a file, and no longer in the stripped one, which shows the same. */
async function expectGone(
  format: keyof typeof stripped,
  { plain, telling }: { readonly plain: Buffer; readonly telling: Buffer },
): Promise<Buffer> {
  expect(telling.includes('hidden fern')).toBe(true)
  const bytes = await stripped[format](telling)
  expect(bytes.includes('hidden fern')).toBe(false)
  expect((await shown(bytes)).equals(await shown(plain))).toBe(true)
  return bytes
}

const inserted = (bytes: Buffer, at: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

describe('words in a JPEG', () => {
  const opaque = () => drawing().removeAlpha()
  const header = (jpeg: Buffer, kind: number): number => jpeg.indexOf(Buffer.from([0xff, kind, 0]))
  const longer = (jpeg: Buffer, kind: number): Buffer => {
    const at = header(jpeg, kind)
    const length = jpeg.readUInt16BE(at + 2)
    const grown = inserted(jpeg, at + 2 + length, words)
    grown.writeUInt16BE(length + words.length, at + 2)
    return grown
  }
  const quantities = Buffer.concat([Buffer.from([3]), words, Buffer.alloc(64 - words.length, 1)])
  const codes = Buffer.concat([Buffer.from([0x13]), Buffer.alloc(15), Buffer.from([words.length]), words])
  const adobe = (text: Buffer): Buffer =>
    jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), text, Buffer.from([1])]))

  test.each<readonly [place: string, telling: (jpeg: Buffer) => Buffer]>([
    ['a table of quantities that nothing uses', (jpeg) => inserted(jpeg, 2, jpegSegment(0xdb, quantities))],
    ['a table of codes that nothing uses', (jpeg) => inserted(jpeg, 2, jpegSegment(0xc4, codes))],
    [
      'a number of restarts that is longer than it',
      (jpeg) => inserted(jpeg, 2, jpegSegment(0xdd, Buffer.concat([Buffer.alloc(2), words]))),
    ],
    ['the header of the frame, behind its fields', (jpeg) => longer(jpeg, 0xc0)],
    ['the header of a scan, behind its fields', (jpeg) => longer(jpeg, 0xda)],
    ['the pixels, behind the last of them', (jpeg) => inserted(jpeg, jpeg.length - 2, words)],
    [
      'what Adobe’s programs say, again and again',
      (jpeg) =>
        inserted(jpeg, 2, ...(words.toString().match(/.{6}/g) ?? []).map((some) => adobe(Buffer.from(some)))),
    ],
  ])('in %s go', async (place, telling) => {
    const plain = await opaque().jpeg().toBuffer()
    const file = telling(plain)
    if (place.startsWith('what Adobe')) {
      expect((await stripped.jpeg(file)).includes(words.subarray(0, 6))).toBe(false)
      expect((await shown(await stripped.jpeg(file))).equals(await shown(plain))).toBe(true)
    } else await expectGone('jpeg', { plain, telling: file })
  })

  test('behind the pixels of a progressive one go, and each scan stays whole', async () => {
    const plain = await opaque().jpeg({ progressive: true, quality: 95 }).toBuffer()
    const scans: number[] = []
    for (let at = header(plain, 0xda); at > 0; at = plain.indexOf(Buffer.from([0xff, 0xda, 0]), at + 1))
      scans.push(at)
    expect(scans.length).toBeGreaterThan(5)
    for (const next of [...scans.slice(1), plain.length - 2]) {
      // Tables of codes may come before a scan.
      const table = plain.lastIndexOf(Buffer.from([0xff, 0xc4, 0]), next)
      const end = table > 0 && table + 2 + plain.readUInt16BE(table + 2) === next ? table : next
      await expectGone('jpeg', { plain, telling: inserted(plain, end, words) })
    }
    const once = await stripped.jpeg(plain)
    expect((await stripped.jpeg(once)).equals(once)).toBe(true)
  })

  test('between two restarts are refused, and restarts without them stay', async () => {
    const one = Buffer.from([0x3f])
    const restart = (count: number): Buffer => Buffer.from([0xff, 0xd0 + count])
    // Four grey blocks, each a code of one bit for its mean, and one for its end.
    const file = (...pixels: readonly Buffer[]): Buffer =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        jpegSegment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
        jpegSegment(0xc0, Buffer.from([8, 0, 8, 0, 32, 1, 1, 0x11, 0])),
        jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(16)])),
        jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(16)])),
        jpegSegment(0xdd, Buffer.from([0, 1])),
        jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
        ...pixels,
        Buffer.from([0xff, 0xd9]),
      ])
    const plain = file(one, restart(0), one, restart(1), one, restart(2), one)
    expect((await stripped.jpeg(plain)).equals(plain)).toBe(true)
    const telling = file(one, restart(0), one, words, restart(1), one, restart(2), one)
    await expect(stripped.jpeg(telling)).rejects.toThrow(Unfit)
    await expect(stripped.jpeg(file(one, restart(0), one, restart(1), one))).rejects.toThrow(Unfit)
    // Six bits of a byte are left.
    const bits = (value: number): Buffer => Buffer.from([value])
    const filled = file(bits(1), restart(0), bits(0x2a), restart(1), bits(0), restart(2), bits(0x15))
    expect((await stripped.jpeg(filled)).equals(plain)).toBe(true)
  })

  test('in a table of codes that is used are refused', async () => {
    const plain = await opaque().jpeg().toBuffer()
    const at = plain.indexOf(Buffer.from([0xff, 0xc4])) + 4
    const table = Buffer.concat([plain.subarray(at, at + 17), words])
    table[16] = words.length
    const refused = stripped.jpeg(inserted(plain, header(plain, 0xda), jpegSegment(0xc4, table)))
    await expect(refused).rejects.toThrow(Unfit)
  })

  test('in and behind the parts of a colour profile go, and the profile stays', async () => {
    const plain = await opaque().withIccProfile('p3').jpeg().toBuffer()
    const { icc } = await sharp(plain).metadata()
    if (icc === undefined) throw new Error('there is no profile')
    const at = plain.indexOf(Buffer.from([0xff, 0xe2]))
    const rest = plain.subarray(at + 2 + plain.readUInt16BE(at + 2))
    const part = (place: number, count: number, data: Buffer): Buffer =>
      jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([place, count]), data]))
    const halves = [icc.subarray(0, 200), icc.subarray(200)] as const
    for (const parts of [
      [part(1, 1, Buffer.concat([icc, words]))],
      [part(1, 1, icc), part(2, 1, words)],
      [part(2, 2, Buffer.concat([halves[1], words])), part(1, 2, halves[0]), part(1, 2, words)],
    ]) {
      const telling = Buffer.concat([plain.subarray(0, at), ...parts, rest])
      const bytes = await expectGone('jpeg', { plain, telling })
      expect((await sharp(bytes).metadata()).icc?.equals(icc)).toBe(true)
    }
  })
})

describe('words in a PNG', () => {
  /** Where its pixels are, and where the chunk after them begins. */
  const pixels = (png: Buffer) => {
    const from = png.indexOf('IDAT') - 4
    return { from, data: png.subarray(from + 8, png.length - 16), end: png.length - 12 }
  }
  const packed = (png: Buffer, data: Buffer, type = 'IDAT'): Buffer =>
    Buffer.concat([png.subarray(0, pixels(png).from), pngChunk(type, data), png.subarray(pixels(png).end)])

  test('behind the packed pixels, in the same chunk or in one of their own, go', async () => {
    const plain = await picture('png')
    expect((await stripped.png(plain)).equals(plain)).toBe(true)
    const { data, end } = pixels(plain)
    await expectGone('png', { plain, telling: packed(plain, Buffer.concat([data, words])) })
    await expectGone('png', { plain, telling: inserted(plain, end, pngChunk('IDAT', words)) })
  })

  test('in rows below the picture go', async () => {
    const interlaced = await sharp(await picture('png', { width: 13, height: 7 }))
      .png({ progressive: true })
      .toBuffer()
    for (const plain of [await picture('png'), interlaced]) {
      const rows = inflateSync(pixels(plain).data)
      // Not packed, so that the search finds them.
      const telling = packed(plain, deflateSync(Buffer.concat([rows, words]), { level: 0 }))
      const bytes = await expectGone('png', { plain, telling })
      expect(inflateSync(pixels(bytes).data).equals(rows)).toBe(true)
      expect((await stripped.png(bytes)).equals(bytes)).toBe(true)
    }
  })

  test('behind the packed pixels of a frame go, and the animation stays', async () => {
    const plain = await picture('png')
    const { data } = pixels(plain)
    const moving = (last: Buffer): Buffer => animatedPng(plain, last)
    const still = moving(data)
    expect((await stripped.png(still)).equals(still)).toBe(true)
    const bytes = await expectGone('png', { plain, telling: moving(Buffer.concat([data, words])) })
    const at = bytes.indexOf('fdAT')
    const last = bytes.subarray(at + 8, at + 4 + bytes.readUInt32BE(at - 4))
    expect(inflateSync(last).equals(inflateSync(data))).toBe(true)
  })

  test('in colours that no pixel has go, however its rows are packed', async () => {
    for (const options of [{ colours: 2 }, { colours: 4 }, { colours: 16, progressive: true }]) {
      const plain = await sharp(await picture('png'))
        .png({ palette: true, ...options })
        .toBuffer()
      const at = plain.indexOf('PLTE')
      const colours = plain.subarray(at + 4, at + 4 + plain.readUInt32BE(at - 4))
      const more = Buffer.concat([colours, words, Buffer.alloc(3 - ((colours.length + words.length) % 3))])
      const telling = Buffer.concat([
        plain.subarray(0, at - 4),
        pngChunk('PLTE', more),
        plain.subarray(at + 8 + colours.length),
      ])
      const bytes = await expectGone('png', { plain, telling })
      expect((await stripped.png(bytes)).equals(bytes)).toBe(true)
    }
    // Each kind of filter, of rows that say the same.
    const rows = [
      [0, 1, 2, 1],
      [1, 1, 1, 255],
      [2, 0, 0, 0],
      [3, 1, 1, 0],
      [4, 0, 0, 0],
    ]
    const file = (palette: Buffer): Buffer => {
      const header = Buffer.concat([number(3, 4), number(5, 4), Buffer.from([8, 3, 0, 0, 0])])
      return Buffer.concat([
        Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
        pngChunk('IHDR', header),
        pngChunk('PLTE', palette),
        pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
        pngChunk('IEND', Buffer.alloc(0)),
      ])
    }
    const four = Buffer.concat([Buffer.from('aaabbbcccddd'), Buffer.alloc(30)])
    const plain = await stripped.png(file(Buffer.concat([four, Buffer.from('fern!!')])))
    expect(plain.includes('fern!!')).toBe(false)
    expect(plain.includes('bbbccc')).toBe(true)
    expect((await shown(plain)).equals(await shown(file(four)))).toBe(true)
  })

  test('can’t be looked for where pixels are missing, so such a file is refused', async () => {
    const plain = await picture('png')
    const rows = inflateSync(pixels(plain).data)
    await expect(stripped.png(packed(plain, deflateSync(rows.subarray(0, -1))))).rejects.toThrow(Unfit)
    // A frame of an animation whose number is cut off.
    const counts = pngChunk('acTL', Buffer.concat([number(1, 4), number(0, 4)]))
    const frame = pngChunk(
      'fcTL',
      Buffer.concat([number(0, 4), number(64, 4), number(48, 4), Buffer.alloc(14)]),
    )
    const { data, end } = pixels(plain)
    const parts = [pngChunk('fdAT', Buffer.concat([number(1, 4), data])), pngChunk('fdAT', Buffer.alloc(2))]
    const short = inserted(inserted(plain, end, frame, ...parts), 33, counts)
    await expect(stripped.png(short)).rejects.toThrow(Unfit)
  })
})

describe('words in a GIF', () => {
  const block = (data: Buffer): Buffer => Buffer.concat([Buffer.from([data.length]), data])

  test('behind the code that ends its pixels go, in the same block or in one of their own', async () => {
    for (const width of [5, 64, 300]) {
      const plain = await drawing({ width }).removeAlpha().gif({ effort: 1 }).toBuffer()
      const once = await stripped.gif(plain)
      expect((await stripped.gif(once)).equals(once)).toBe(true)
      // A zero ends the blocks, and `;` the file.
      const end = plain.length - 2
      await expectGone('gif', { plain, telling: inserted(plain, end, block(words)) })
      let at = plain.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 10
      at += ((plain[at - 1] ?? 0) & 0x80 ? 3 << (((plain[at - 1] ?? 0) & 7) + 1) : 0) + 1
      let last = at
      for (; at < end; at += (plain[at] ?? 0) + 1) last = at
      const telling = inserted(plain, end, words)
      telling[last] = (plain[last] ?? 0) + words.length
      if ((plain[last] ?? 0) + words.length < 256) await expectGone('gif', { plain, telling })
    }
  })

  test('in colours that no pixel has go, of the whole and of one picture', async () => {
    const plain = await sharp({ create: { width: 9, height: 7, channels: 3, background: '#369' } })
      .gif()
      .toBuffer()
    const own = plain.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
    const whole = 3 << (((plain[10] ?? 0) & 7) + 1)
    expect(whole).toBeLessThan(150)
    // 64 colours instead of the few that are there.
    const room = Buffer.alloc(192)
    plain.copy(room, 0, 13, 13 + whole)
    words.copy(room, 150)
    const telling = Buffer.concat([plain.subarray(0, 13), room, plain.subarray(13 + whole)])
    telling[10] = ((plain[10] ?? 0) & 0xf8) | 5
    await expectGone('gif', { plain, telling })

    const local = inserted(plain, own + 10, room)
    local[own + 9] = 0x85
    await expectGone('gif', { plain, telling: local })
  })

  test('in a second timing of one picture go', async () => {
    const plain = await drawing().gif().toBuffer()
    const at = plain.indexOf(Buffer.from([0x21, 0xf9, 4]))
    const timings = (words.toString().match(/.{4}/g) ?? []).map((some) =>
      Buffer.concat([Buffer.from([0x21, 0xf9, 4]), Buffer.from(some), Buffer.alloc(1)]),
    )
    expect((await stripped.gif(inserted(plain, at, ...timings))).equals(await stripped.gif(plain))).toBe(true)
  })
})

describe('words in an AVIF', () => {
  /** Its packed pixels, and the properties that they need. */
  async function parts() {
    const plain = await drawing().removeAlpha().avif({ effort: 0 }).toBuffer()
    const find = (bytes: Buffer, type: string, from = 0): Buffer => {
      const found = boxesIn(bytes, from).find((one) => one.type === type)
      if (found === undefined) throw new Error(type)
      return bytes.subarray(found.start - 8, found.end)
    }
    const ipco = find(find(find(plain, 'meta'), 'iprp', 12), 'ipco', 8)
    const boxes = ['ispe', 'pixi', 'av1C'].map((type) => find(ipco, type, 8))
    return { plain, pixels: find(plain, 'mdat').subarray(8), boxes }
  }
  const unit = (type: number, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(type << 3) | 2, data.length]), data])

  test('in parts of the stream that show nothing go', async () => {
    const { plain, pixels, boxes } = await parts()
    const file = (data: Buffer): Buffer => avifFile([{ type: 'av01', data, properties: [1, 2, 3] }], boxes)
    expect((await shown(file(pixels))).equals(await shown(plain))).toBe(true)
    for (const telling of [
      // A beginning with a content, another header, and padding.
      Buffer.concat([unit(2, words), pixels]),
      Buffer.concat([pixels, unit(7, words)]),
      Buffer.concat([pixels, unit(15, words)]),
    ])
      await expectGone('avif', { plain, telling: file(telling) })
  })

  test('behind the fields of a grid go, and other arrangements are refused', async () => {
    const { plain, pixels, boxes } = await parts()
    const grid = Buffer.concat([Buffer.alloc(4), number(64, 2), number(48, 2)])
    const file = (type: string, data: Buffer, cells: readonly number[] = [2]): Buffer =>
      avifFile(
        [
          { type, data, properties: [1, 2] },
          { type: 'av01', data: pixels, properties: [1, 2, 3] },
          { type: 'av01', data: Buffer.concat([pixels, unit(6, words)]), properties: [1, 2, 3] },
        ],
        boxes,
        cells.map((cell) => ['dimg', 1, cell]),
      )
    await expectGone('avif', { plain, telling: file('grid', Buffer.concat([grid, words])) })
    expect(() => stripped.avif(file('grid', grid, [2, 3]))).toThrow(Unfit)
    expect(() => stripped.avif(file('iden', words))).toThrow(Unfit)
  })

  test('in pictures that are no part of the one that is shown go', async () => {
    const { plain, pixels, boxes } = await parts()
    for (const reference of [
      ['dimg', 1, 2],
      ['prem', 1, 2],
      ['auxl', 2, 1],
    ] as const) {
      const telling = avifFile(
        [pixels, Buffer.concat([pixels, unit(6, words)])].map((data) => ({
          type: 'av01',
          data,
          properties: [1, 2, 3],
        })),
        boxes,
        [reference],
      )
      await expectGone('avif', { plain, telling })
    }
  })
})

test.each(['png', 'jpeg'] as const)(
  'of two EXIF blocks in a %s the first says how the picture is turned, as for those who show it',
  async (format) => {
    const block = (orientation: number): Buffer => {
      const bytes = exif({ first: [{ tag: 0x0112, type: 7, value: Buffer.from([orientation, 0]) }] })
      // Type 3: one number of two bytes.
      bytes.writeUInt16LE(3, 12)
      bytes.writeUInt32LE(1, 14)
      return bytes
    }
    const plain = await picture(format)
    const blocks = [block(6), block(3)]
    const file = {
      png: () => inserted(plain, 33, ...blocks.map((one) => pngChunk('eXIf', one))),
      jpeg: () =>
        inserted(
          plain,
          2,
          ...blocks.map((one) => jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), one]))),
        ),
    }[format]()
    const bytes = await stripped[format](file)
    expect((await sharp(file).metadata()).orientation).toBe(6)
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    expect((await stripped[format](bytes)).equals(bytes)).toBe(true)
  },
)
