import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { exifReaderTags, exiftoolTags, exiv2Printed, hasReaders } from './foreignReaders'
import { formats, picture, pixelsOf } from './samplePictures'
import { type Secrets, tellingFile, tellingFormats, turned } from './tellingFiles'

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

test.skipIf(!hasReaders)(
  'of 200 files that tell something everywhere, no reader and no search finds it once they are stripped',
  async () => {
    const folder = temporaryFolder()
    const files = await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        const format = tellingFormats[number % tellingFormats.length] ?? 'png'
        const secrets = secretsOf(number)
        const { plain, telling } = await tellingFile(format, secrets, number)
        expect(tells(telling, secrets)).toBe(true)
        const bytes = stripped[format](telling)
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
    const plain = stripped[format](told)
    const before = await sharp(told).metadata()
    const after = await sharp(plain).metadata()
    expect(plain.includes('a told fern')).toBe(false)
    expect(after.autoOrient).toEqual(before.autoOrient)
    expect((await pixelsOf(plain)).equals(await pixelsOf(told))).toBe(true)
    const coloured = await sharp(await picture(format))
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer()
    const profile = (await sharp(stripped[format](coloured)).metadata()).icc
    expect(profile?.equals((await sharp(coloured).metadata()).icc ?? Buffer.alloc(0))).toBe(true)
  })

  test('says nothing more if it is stripped again', async () => {
    const once = stripped[format](await turned(format))
    expect(stripped[format](once).equals(once)).toBe(true)
  })

  test('is whole or refused, whatever is broken', async () => {
    const whole = await turned(format)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (changes, cut) => {
          const bytes = Buffer.from(whole)
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          const some = bytes.subarray(0, bytes.length - (cut % 3 === 0 ? cut % bytes.length : 0))
          try {
            const once = stripped[format](some)
            expect(stripped[format](once).equals(once)).toBe(true)
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
    const plain = stripped[format](told)
    const { pages, loop, delay } = await sharp(plain, { animated: true }).metadata()
    expect({ pages, loop, delay }).toEqual({ pages: 3, loop: 3, delay: [100, 200, 300] })
  }
})
