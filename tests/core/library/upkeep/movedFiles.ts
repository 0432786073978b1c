import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Outside } from '@shared/model/upkeep'
import { imageName } from '../../../../electron/core/library/imageName'
import { writeRecord } from '../../../../electron/core/library/imageRecords'
import type { NewImage } from '../../../../electron/core/library/library'
import { type RecordedMarks, unmarked } from '../../../../electron/core/library/recordedMarks'
import type { Clock } from '../../../../electron/core/ports'
import { eventually } from '../../../support/eventually'
import { realClock } from '../../../support/fakeClock'
import { libraryHarness } from '../libraryHarness'

export interface ImageRow {
  readonly id: string
  readonly file: string
  readonly outside: Outside | null
}

/** A library of images with real files, which can be moved about outside. */
export async function movedFiles(folder?: string, { clock = realClock }: { readonly clock?: Clock } = {}) {
  const harness = await libraryHarness(folder)
  const run = harness.open({ clock })
  const { library, upkeep } = run
  await library.start()
  await library.check()
  const root = join(harness.folder, 'library')
  /** A picture of its own for each number. */
  const contentOf = (content: number) => Buffer.concat([harness.pixels, Buffer.alloc(content, '.')])

  return {
    ...harness,
    ...run,
    root,
    at: (file: string) => join(root, ...file.split('/')),
    contentOf,

    /** An image with its file, in a folder of a day. */
    async put(
      content: number,
      over: Parameters<typeof harness.image>[0] = {},
      inside = root,
    ): Promise<NewImage & { file: string }> {
      const bytes = contentOf(content)
      const image = harness.image({
        prompt: `image ${content}`,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        ...over,
      })
      const words = image.asked.prompt
      const file = `2026/2026-03-01/${imageName({ ...image, words })}`
      const path = join(inside, ...file.split('/'))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      // As it is when a download is placed.
      const row = { ...image, createdAt: over.createdAt ?? Date.now() + 1000 }
      library.insert(row, file)
      return { ...row, file }
    },

    /** Checks and waits for the result. */
    async check() {
      upkeep.check()
      await eventually(() => upkeep.state().running === null, { what: 'the check to end' })
      return upkeep.state().last
    },

    /** The same for a rebuild. */
    async rebuild() {
      upkeep.rebuild()
      await eventually(() => upkeep.state().running === null, { what: 'the rebuild to end' })
      return upkeep.state().rebuilt
    },

    /** The record that the library has of an image. */
    async record({ file, ...image }: NewImage & { file: string }, marks: Partial<RecordedMarks> = {}) {
      await writeRecord(root, { file, image, marks: { ...unmarked, ...marks } })
    },

    rows: (): readonly ImageRow[] =>
      harness.db.all<ImageRow>('SELECT id, file, outside FROM images ORDER BY number'),
    row: (id: string): ImageRow =>
      harness.db.get<ImageRow>('SELECT id, file, outside FROM images WHERE id = :id', { id }) ?? {
        id,
        file: '',
        outside: null,
      },
    /** The bytes that the image opens as. */
    async opened(id: string): Promise<Buffer | null> {
      const found = await library.imageFile(id)
      return found === null ? null : await readFile(found)
    },
    found: async (text: string) => (await library.page({ text }, 0, 500)).rows.map(({ id }) => id),
  }
}
