import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { exifReaderTags, exiftoolTags, exiv2Printed, readersAbsence } from './foreignReaders'
import { formats, picture, pixelsOf } from './samplePictures'
import { type Secrets, tellingFile, tellingFormats, turned } from './tellingFiles'

const absence = readersAbsence()

const secretsOf = (number: number): Secrets => ({
  prompt: `a secret fern ${number}, 秘密の蕨 🌿`,
  key: `sk-${String(number).padStart(4, '0')}q8Zr3vX0`,
  taskId: `task-${number}-77f3ab`,
  name: `Ada Lovelace ${number}`,
})

const isFound = (bytes: Buffer, text: string): boolean => {
  const utf8 = Buffer.from(text)
  const middle = (shift: number): string =>
    Buffer.concat([Buffer.alloc(shift), utf8])
      .toString('base64')
      .slice(4, -4)
  return [
    utf8,
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from(encodeURIComponent(text)),
    ...[0, 1, 2].map((shift) => Buffer.from(middle(shift))),
  ].some((form) => bytes.includes(form))
}

/** What lies packed anywhere in some bytes, as far as it can be unpacked. */
function unpacked(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = []
  for (let at = bytes.indexOf(0x78); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0x78, at + 1)) {
    if (bytes.readUInt16BE(at) % 31 !== 0) continue
    try {
      found.push(inflateSync(bytes.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH }))
    } catch {
      // It wasn't packed.
    }
  }
  return found
}

const tells = (bytes: Buffer, secrets: Secrets): boolean =>
  [bytes, ...unpacked(bytes)].some((part) => Object.values(secrets).some((secret) => isFound(part, secret)))

test.skipIf(absence !== null)(
  'of 200 files that tell something everywhere, no reader and no search finds it once they are stripped',
  async () => {
    const folder = temporaryFolder()
    const files = await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        const format = tellingFormats[number % tellingFormats.length] ?? 'png'
        const secrets = secretsOf(number)
        const { plain, telling } = await tellingFile(format, secrets, number)
        expect(tells(telling, secrets)).toBe(true)
        const bytes = await stripped[format](telling)
        expect(tells(bytes, secrets)).toBe(false)
        expect((await pixelsOf(bytes)).equals(await pixelsOf(plain))).toBe(true)
        const path = join(folder, `${number}.${format}`)
        await writeFile(path, bytes)
        return { path, format, secrets }
      }),
    )
    const paths = files.map(({ path }) => path)
    const printed = [
      JSON.stringify(await exiftoolTags(paths)),
      await exiv2Printed(files.flatMap(({ path, format }) => (format === 'gif' ? [] : [path]))),
      ...(await Promise.all(paths.map(async (path) => JSON.stringify([...(await exifReaderTags(path))])))),
    ].join('\n')
    expect(printed.length).toBeGreaterThan(10_000)
    for (const { secrets } of files)
      for (const secret of Object.values(secrets)) expect(printed.includes(secret)).toBe(false)
    expect(printed).not.toMatch(/Lovelace|secret fern|秘密/)
  },
)

describe.each(formats)('a stripped %s', (format) => {
  test('is turned as it was, and keeps its colours', async () => {
    const told = await turned(format)
    const plain = await stripped[format](told)
    const before = await sharp(told).metadata()
    const after = await sharp(plain).metadata()
    expect(plain.includes('a told fern')).toBe(false)
    expect(after.autoOrient).toEqual(before.autoOrient)
    expect((await pixelsOf(plain)).equals(await pixelsOf(told))).toBe(true)
    const coloured = await sharp(await picture(format))
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer()
    const profile = (await sharp(await stripped[format](coloured)).metadata()).icc
    expect(profile?.equals((await sharp(coloured).metadata()).icc ?? Buffer.alloc(0))).toBe(true)
  })

  test('says nothing more if it is stripped again', async () => {
    const once = await stripped[format](await turned(format))
    expect((await stripped[format](once)).equals(once)).toBe(true)
  })

  test('is whole or refused, whatever is broken', async () => {
    const whole = await turned(format)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (changes, cut) => {
          const bytes = Buffer.from(whole)
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          const some = bytes.subarray(0, bytes.length - (cut % 3 === 0 ? cut % bytes.length : 0))
          try {
            const once = await stripped[format](some)
            expect((await stripped[format](once)).equals(once)).toBe(true)
          } catch (problem) {
            if (!(problem instanceof Unfit)) throw problem
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('a stripped animation still moves, as often and as fast', async () => {
  const frames = await Promise.all(
    [0, 90, 180].map((shade) => picture('png', { width: 20, height: 12, shade })),
  )
  const moving = sharp(frames, { join: { animated: true } })
  for (const format of ['gif', 'webp'] as const) {
    const told = await moving
      .clone()
      .toFormat(format, { loop: 3, delay: [100, 200, 300] })
      .toBuffer()
    const plain = await stripped[format](told)
    const { pages, loop, delay } = await sharp(plain, { animated: true }).metadata()
    expect({ pages, loop, delay }).toEqual({ pages: 3, loop: 3, delay: [100, 200, 300] })
  }
})

const hidden = Buffer.from('a hidden fern, which nobody was to see')

/** Files that hide words in parts of their format that a picture may have. */
async function hidingFiles(): Promise<Readonly<Record<string, readonly [keyof typeof stripped, Buffer]>>> {
  const [png, jpeg, webp, gif] = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif'] as const).map(async (format) =>
      sharp(await picture('png'))
        .toFormat(format)
        .toBuffer(),
    ),
  )
  if (png === undefined || jpeg === undefined || webp === undefined || gif === undefined) throw new Error()
  const chunk = (type: string, data = hidden): Buffer => {
    const framed = Buffer.alloc(12 + data.length)
    framed.writeUInt32BE(data.length)
    framed.write(type, 4, 'latin1')
    data.copy(framed, 8)
    framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
    return framed
  }
  const inPng = (at: number, ...parts: Buffer[]) =>
    ['png', Buffer.concat([png.subarray(0, at), ...parts, png.subarray(at)])] as const
  const end = png.length - 12
  const segment = (kind: number, data = hidden): Buffer => {
    const head = Buffer.from([0xff, kind, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  const inJpeg = (part: Buffer) =>
    ['jpeg', Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)])] as const
  const riff = (type: string, data = hidden): Buffer => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  const { width = 1, height = 1 } = await sharp(webp).metadata()
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const inWebp = (...parts: Buffer[]) => {
    const body = Buffer.concat([riff('VP8X', canvas), ...parts])
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
    head.writeUInt32LE(4 + body.length, 4)
    return ['webp', Buffer.concat([head, body])] as const
  }
  const control = gif.indexOf(Buffer.from([0x21, 0xf9, 4]))
  const block = Buffer.concat([Buffer.from([hidden.length]), hidden])
  return {
    'PNG, end': ['png', Buffer.concat([png.subarray(0, end), chunk('IEND')])],
    'PNG, a frame of no animation': inPng(end, chunk('fdAT')),
    'PNG, pixels after the pixels': inPng(end, chunk('gAMA', Buffer.alloc(4)), chunk('IDAT')),
    ...Object.fromEntries(
      ['sBIT', 'pHYs', 'gAMA', 'tRNS', 'cLLI', 'mDCV', 'cICP', 'acTL', 'sRGB', 'cHRM'].map((type) => [
        `PNG, ${type}`,
        inPng(33, chunk(type)),
      ]),
    ),
    'PNG, suggested colours': inPng(33, chunk('PLTE', hidden.subarray(0, 36))),
    'PNG, a profile that is none': inPng(
      33,
      chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(hidden)])),
    ),
    'JPEG, number of lines': inJpeg(segment(0xdc)),
    'JPEG, a profile that is none': inJpeg(
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), hidden])),
    ),
    'WebP, transparency after the picture': inWebp(webp.subarray(12), riff('ALPH')),
    'WebP, a second picture': inWebp(webp.subarray(12), riff('VP8 ')),
    'WebP, a profile it doesn’t say it has': inWebp(riff('ICCP'), webp.subarray(12)),
    'WebP, an animation that is none': inWebp(riff('ANIM'), webp.subarray(12)),
    'GIF, after the timing': [
      'gif',
      control < 0
        ? Buffer.concat([
            gif.subarray(0, gif.indexOf(0x2c, 13)),
            Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0]),
            ...[block, Buffer.alloc(1), gif.subarray(gif.indexOf(0x2c, 13))],
          ])
        : Buffer.concat([gif.subarray(0, control + 7), block, gif.subarray(control + 7)]),
    ],
  }
}

test('what hides in parts that a picture may have goes, and the picture stays', async () => {
  for (const [place, [format, telling]] of Object.entries(await hidingFiles())) {
    const plain = await stripped[format](telling)
    for (const bytes of [plain, ...unpacked(plain)]) expect(bytes.includes('hidden fern'), place).toBe(false)
    expect((await sharp(plain).metadata()).width, place).toBeGreaterThan(0)
  }
})

test.each(['ispe', 'pixi', 'av1C', 'colr'])(
  'text behind the fields of %s in an AVIF isn’t copied, and others still open it',
  async (type) => {
    const avif = await sharp(await picture('png'))
      .removeAlpha()
      .withIccProfile('p3')
      .avif()
      .toBuffer()
    const at = avif.indexOf(type) - 4
    const end = at + avif.readUInt32BE(at)
    const telling = Buffer.concat([avif.subarray(0, end), hidden, avif.subarray(end)])
    for (const name of ['meta', 'iprp', 'ipco', type]) {
      const place = telling.indexOf(name) - 4
      telling.writeUInt32BE(telling.readUInt32BE(place) + hidden.length, place)
    }
    const pixels = Buffer.alloc(4)
    pixels.writeUInt32BE(avif.indexOf('mdat') + 4)
    telling.writeUInt32BE(
      pixels.readUInt32BE() + hidden.length,
      telling.indexOf(pixels, telling.indexOf('iloc')),
    )
    const plain = await stripped.avif(telling)
    expect(plain.includes('hidden fern')).toBe(false)
    const raw = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    expect(await raw(plain)).toEqual(await raw(avif))
  },
)

test('text behind a colour profile in a PNG or a WebP isn’t copied, and the profile is', async () => {
  const p3 = () =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: '#369' } }).withIccProfile('p3')
  const { icc } = await sharp(await p3().png().toBuffer()).metadata()
  if (icc === undefined) throw new Error('there is no profile')
  const long = Buffer.concat([icc, hidden])
  const png = await p3().png().toBuffer()
  const from = png.indexOf('iCCP') - 4
  const data = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(long)])
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write('iCCP', 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  const telling = Buffer.concat([
    png.subarray(0, from),
    chunk,
    png.subarray(from + 12 + png.readUInt32BE(from)),
  ])
  const plainPng = await stripped.png(telling)

  const webp = await p3().webp().toBuffer()
  const at = webp.indexOf('ICCP')
  const length = webp.readUInt32LE(at + 4)
  const head = Buffer.from('ICCP\0\0\0\0', 'latin1')
  head.writeUInt32LE(long.length, 4)
  const rest = webp.subarray(at + 8 + length + (length % 2))
  const grown = Buffer.concat([webp.subarray(0, at), head, long, Buffer.alloc(long.length % 2), rest])
  grown.writeUInt32LE(grown.length - 8, 4)
  const plainWebp = await stripped.webp(grown)

  for (const plain of [plainPng, plainWebp]) {
    for (const bytes of [plain, ...unpacked(plain)]) expect(bytes.includes('hidden fern')).toBe(false)
    expect((await sharp(plain).metadata()).icc).toEqual(icc)
  }
})

test('no colour profile of a PNG is unpacked but the first, even if that is none', async () => {
  const png = await picture('png')
  const chunk = (profile: Buffer): Buffer => {
    const data = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])
    const framed = Buffer.alloc(12 + data.length)
    framed.writeUInt32BE(data.length)
    framed.write('iCCP', 4, 'latin1')
    data.copy(framed, 8)
    framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
    return framed
  }
  const none = Buffer.alloc(4_000)
  const sound = Buffer.alloc(4_000)
  sound.writeUInt32BE(sound.length)
  sound.write('acsp', 36, 'latin1')
  const withProfiles = async (...profiles: readonly Buffer[]): Promise<Buffer> =>
    stripped.png(Buffer.concat([png.subarray(0, 33), ...profiles.map(chunk), png.subarray(33)]))
  const plain = await stripped.png(png)
  expect((await withProfiles(sound)).equals(plain)).toBe(false)
  expect((await withProfiles(none, ...Array<Buffer>(3000).fill(sound))).equals(plain)).toBe(true)
})
