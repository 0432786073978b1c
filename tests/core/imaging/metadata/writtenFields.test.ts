import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WrittenField } from '@shared/model/copyAccount'
import type { ImageDescription } from '@shared/processes/imaging'
import { expect, test } from 'vitest'
import { fieldsBeside, fieldsInside } from '../../../../electron/imaging/metadata/writtenFields'
import { wholePacket } from '../../../../electron/imaging/metadata/xmpPacket'
import { described } from '../../../../electron/imaging/pictureMetadata'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { exiftoolTags, readersAbsence } from './foreignReaders'
import { foundOf, readFields, sorted } from './readFields'
import { formats, picture, sampleDescription } from './samplePictures'

const absence = readersAbsence()

const all = sampleDescription

/** More than EXIF has room for in a JPEG. */
const long: ImageDescription = { ...all, prompt: '蕨'.repeat(32_700) }

const descriptions: Readonly<Record<string, ImageDescription>> = {
  all,
  forWebUi: { ...all, forWebUi: true },
  little: {
    ...all,
    prompt: '',
    revisedPrompt: null,
    model: '',
    system: null,
    size: null,
    n: null,
    taskId: null,
    rating: 0,
    collections: [],
    hasReferences: false,
  },
  unwritable: { ...all, prompt: 'a\0b\ud800c', collections: ['a\u0007b'] },
  long,
  longForWebUi: { ...long, forWebUi: true },
}

test.skipIf(absence !== null)(
  'what is said to be written is what exiftool reads, and there is nothing else',
  async () => {
    const folder = temporaryFolder()
    const files: { path: string; fields: readonly WrittenField[] }[] = []
    for (const [name, description] of Object.entries(descriptions)) {
      for (const format of name.startsWith('long') ? (['jpeg'] as const) : formats) {
        const path = join(folder, `${name}.${format}`)
        await writeFile(path, await described[format](await picture(format), description))
        files.push({ path, fields: fieldsInside(format, description) })
      }
    }
    const beside = join(folder, 'all.xmp')
    await writeFile(beside, wholePacket(all))
    files.push({ path: beside, fields: fieldsBeside(all) })
    const tags = await exiftoolTags(files.map(({ path }) => path))
    for (const [at, { path, fields }] of files.entries())
      expect(sorted(readFields(tags[at] ?? {})), path).toEqual(sorted(foundOf(fields)))
    expect(files.every(({ fields }) => fields.length > 1)).toBe(true)
  },
)
