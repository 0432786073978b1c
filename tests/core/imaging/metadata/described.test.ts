import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageDescription } from '@shared/processes/imaging'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { described } from '../../../../electron/imaging/pictureMetadata'
import { pictureProvenance } from '../../../../electron/imaging/pictureProvenance'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { internationalChunk, jpegWith, pngWith, webpWith, xmpPacket } from '../../../support/toldImages'
import {
  exifReaderTexts,
  exiftoolTags,
  exiftoolTexts,
  exiv2Texts,
  type ReadTexts,
  readersAbsence,
} from './foreignReaders'
import { formats, picture, pixelsOf, sampleDescription } from './samplePictures'

const absence = readersAbsence()

const description: ImageDescription = { ...sampleDescription, hasReferences: false }

const texts: ReadTexts = {
  description: description.prompt,
  subjects: '山と海, Ferns & moss',
  prompt: description.prompt,
  system: 'Demo',
  version: 'demo-1',
  source: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  tool: 'Cyanotype',
  rating: '4',
  taskId: 'task-7',
}

const webUiText = `${description.prompt}\nSize: 64x48, Model: demo-1, Version: Cyanotype`

async function stored(bytes: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'image')
  await writeFile(path, bytes)
  return path
}

describe.skipIf(absence !== null).each(formats)('a description in %s', (format) => {
  test('is read by others as it was written, and the pixels stay as they are', async () => {
    const plain = await picture(format)
    const told = await described[format](plain, description)
    const path = await stored(told)
    expect(await exiv2Texts(path)).toEqual(texts)
    expect(await exiftoolTexts(path)).toEqual({
      ...texts,
      comment: format === 'png' ? null : description.prompt,
    })
    expect(await exifReaderTexts(path)).toEqual({
      ...texts,
      comment: format === 'png' ? null : description.prompt,
      parameters: null,
    })
    expect(await pixelsOf(told)).toEqual(await pixelsOf(plain))
    expect(await sharp(told).metadata()).toMatchObject({ format: format === 'avif' ? 'heif' : format })
  })

  test('is brought back in whole', async () => {
    const path = await stored(
      await described[format](await picture(format), { ...description, forWebUi: true }),
    )
    expect(await pictureProvenance(path)).toEqual({
      prompt: description.prompt,
      model: 'demo-1',
      tool: 'Demo',
      facts: [
        { name: 'revised_prompt', value: 'a fern, long exposure' },
        { name: 'size', value: '1024x1024' },
        { name: 'n', value: '4' },
        { name: 'task_id', value: 'task-7' },
      ],
      madeAt: description.savedAt,
      hasCredentials: false,
      hidesText: null,
    })
  })

  test('takes the place of the one before', async () => {
    const first = await described[format](await picture(format), {
      ...description,
      prompt: 'an earlier moss',
    })
    const second = await described[format](first, description)
    expect(second.length).toBe((await described[format](await picture(format), description)).length)
    expect(await exiftoolTexts(await stored(second))).toMatchObject(texts)
    expect(second.includes('an earlier moss')).toBe(false)
  })

  test('of a prompt of 100,000 characters is whole', async () => {
    const prompt = '蕨类a🌿'.repeat(20_000)
    const path = await stored(await described[format](await picture(format), { ...description, prompt }))
    // Not all can join the parts that a JPEG needs.
    const byOthers = [await exiftoolTexts(path), ...(format === 'jpeg' ? [await exifReaderTexts(path)] : [])]
    for (const { description: words, prompt: asked, comment } of byOthers) {
      expect(words === prompt && asked === prompt).toBe(true)
      // A JPEG has no room for it there.
      expect(comment === null || comment === '').toBe(format === 'png' || format === 'jpeg')
      expect(comment === null || comment === '' || comment === prompt).toBe(true)
    }
    expect((await pictureProvenance(path)).prompt === prompt).toBe(true)
  })

  test('of a prompt of 30,000 characters is found by programs that don’t join its parts', async () => {
    const prompt = 'a fern, '.repeat(4_000).slice(0, 30_000).trim()
    const path = await stored(await described[format](await picture(format), { ...description, prompt }))
    const { description: words, subjects } = await exiv2Texts(path)
    expect(words === prompt).toBe(true)
    expect(subjects).toBe(texts.subjects)
    expect((await exifReaderTexts(path)).prompt === prompt).toBe(true)
  })

  test('has a character for each that it can’t have', async () => {
    const prompt = 'a\0b\u0007c\ud800d\uffffe]]>\rf\tg'
    const path = await stored(await described[format](await picture(format), { ...description, prompt }))
    const written = 'a\ufffdb\ufffdc\ufffdd\ufffde]]>\rf\tg'
    expect(await exiv2Texts(path)).toMatchObject({ description: written, prompt: written })
    expect(await exiftoolTexts(path)).toMatchObject({ prompt: written })
    expect(await exifReaderTexts(path)).toMatchObject({ prompt: written })
  })

  test('of an image with references says that it is a composite', async () => {
    const path = await stored(
      await described[format](await picture(format), { ...description, hasReferences: true }),
    )
    expect((await exifReaderTexts(path)).source).toMatch(/\/compositeWithTrainedAlgorithmicMedia$/)
  })

  test('is refused for what isn’t such a file, or ends before its pixels do', async () => {
    const whole = await picture(format)
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(100, 7), whole.subarray(0, whole.length - 30)])
      await expect(async () => described[format](bytes, description)).rejects.toThrow(Unfit)
  })
})

describe.skipIf(absence !== null)('other image generators', () => {
  test('find the prompt where they look for it: in a text of a PNG, and in the comment of EXIF', async () => {
    const told = { ...description, forWebUi: true }
    const png = await stored(described.png(await picture('png'), told))
    const [tags] = await exiftoolTags([png])
    expect(tags?.['PNG:Parameters']).toBe(webUiText)
    expect((await exifReaderTexts(png)).parameters).toBe(webUiText)
    expect(JSON.parse(String(tags?.['PNG:Invokeai_metadata']))).toMatchObject({
      positive_prompt: description.prompt,
    })
    const jpeg = await stored(await described.jpeg(await picture('jpeg'), told))
    expect((await exiftoolTexts(jpeg)).comment).toBe(webUiText)
  })
})

test.skipIf(absence !== null)('a description replaces what others wrote, two packets of it too', async () => {
  const theirs = xmpPacket('<rdf:Description xmp:CreatorTool="Draw 2" photoshop:Headline="their words"/>')
  const files = {
    png: await pngWith([
      internationalChunk('XML:com.adobe.xmp', theirs),
      internationalChunk('XML:com.adobe.xmp', theirs, { packed: true }),
    ]),
    jpeg: await jpegWith({ xmp: theirs, exif: Buffer.alloc(65_000, 7), comment: 'their words' }),
    webp: await webpWith({ xmp: theirs }),
  }
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const [tags] = await exiftoolTags([await stored(await described[format](files[format], description))])
    expect(JSON.stringify(tags)).not.toMatch(/their words|Draw 2/)
    expect(tags?.['XMP:CreatorTool']).toBe('Cyanotype')
  }
})
