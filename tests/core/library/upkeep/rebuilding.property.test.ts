import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../../../electron/core/ids'
import { namedItem } from '../../../../electron/core/library/imageName'
import { type ImageRecord, readRecord } from '../../../../electron/core/library/imageRecords'
import { movedFiles } from './movedFiles'
import { take, tree, treeStep } from './treeSteps'

const images = 5
/** Two of the images have the same bytes. */
const contents = [1, 1, 2, 3, 4]

const marks = fc.record({
  flag: fc.constantFrom('kept' as const, 'rejected' as const, null),
  rating: fc.nat(5),
  favourite: fc.boolean(),
  note: fc.constantFrom('', 'a note'),
  deletedAt: fc.constantFrom(null, null, 1_000),
  collections: fc.constantFrom([], [{ name: 'Ferns', position: null }]),
  batch: fc.constantFrom(null, { id: newId(0), name: 'Two ferns' }),
})

test('whatever was moved, renamed, changed and removed, a rebuild without the database brings back what the records say', async () => {
  const world = await movedFiles()
  const { root, at, db, library, upkeep, changes } = world
  let edits = 0
  /** Some are no image any more, some have as many bytes as one of the images. */
  function edited(): Buffer {
    edits++
    if (edits % 4 === 3) return Buffer.from('no image')
    const other = Buffer.concat([world.pixels, Buffer.alloc(1 + (edits % 4), `${edits}`)])
    return edits % 4 === 2 ? world.contentOf(1000 + edits) : other
  }
  const isImage = (bytes: Buffer) => bytes.toString('latin1', 1, 4) === 'PNG'

  /** Every row is what its record says, with a file of its own; every record without one has none that could be its own. */
  async function verify(records: readonly ImageRecord[], kept: ReadonlySet<string>): Promise<void> {
    const files = await tree(root)
    const found = new Map<string, { readonly key: number; readonly bytes: Buffer }>()
    for (const file of files)
      found.set(file, { key: (await lstat(at(file))).ino, bytes: await readFile(at(file)) })
    const rows = world.rows()
    expect(new Set(rows.map(({ file }) => file)).size).toBe(rows.length)
    const held = rows.filter(({ outside }) => outside !== 'missing').map(({ file }) => found.get(file)?.key)
    const free = files.filter((file) => !held.includes(found.get(file)?.key))
    for (const { image, marks, file: place } of records) {
      const own = world.contentOf(image.tookMs ?? 0)
      const row = rows.find(({ id }) => id === image.id)
      if (row === undefined) {
        for (const file of free) {
          const { bytes = Buffer.alloc(0) } = found.get(file) ?? {}
          const item = namedItem(file)
          const isIts = file === place || (item?.jobId === image.jobId && item.index === image.index)
          expect(bytes.equals(own) || (isIts && isImage(bytes))).toBe(false)
        }
        continue
      }
      const { collections, ...shown } = library.details(image.id)
      if (kept.has(image.id)) continue
      const { bytes = Buffer.alloc(0) } = found.get(row.file) ?? {}
      const isSame = bytes.equals(own)
      expect(isImage(bytes)).toBe(true)
      expect(row.outside).toBe(isSame || marks.deletedAt !== null ? null : 'changed')
      const { collections: recorded, batch, ...recordedMarks } = marks
      const { width, height, placeholder, decoded, format, ...rest } = image
      // It is in the trash from now on.
      const deletedAt = marks.deletedAt === null ? null : expect.any(Number)
      expect(shown).toMatchObject({ ...rest, ...recordedMarks, deletedAt })
      expect(db.get('SELECT batch_id AS id FROM images WHERE id = :id', { id: image.id })).toEqual({
        id: batch?.id ?? null,
      })
      expect(collections.map(({ name }) => name)).toEqual(recorded.map(({ name }) => name))
    }
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(treeStep, { maxLength: 8 }),
      fc.array(marks, { minLength: images, maxLength: images }),
      fc.array(fc.boolean(), { minLength: images, maxLength: images }),
      fc.nat(6),
      async (steps, marked, keptRows, cancelAfter) => {
        db.run('DELETE FROM images')
        for (const folder of await readdir(root))
          if (!folder.startsWith('.')) await rm(join(root, folder), { recursive: true })
        await rm(at('.cyanotype/records'), { recursive: true, force: true })
        const records: ImageRecord[] = []
        const kept = new Set<string>()
        for (const [n, content] of contents.entries()) {
          const image = await world.put(content, { tookMs: content })
          await world.record(image, marked[n])
          if (keptRows[n] === true) kept.add(image.id)
          else db.run('DELETE FROM images WHERE id = :id', { id: image.id })
          const record = await readRecord(root, image.jobId, image.index)
          if (record === null) throw new Error('it was just written')
          records.push(record)
        }
        for (const step of steps) await take(step, { root, edited })

        // One that is ended in the middle leaves the rest to the next.
        let heard = 0
        const forget = changes.subscribe((kind) => {
          if (kind === 'upkeep' && ++heard === cancelAfter) upkeep.cancel()
        })
        await world.rebuild()
        forget()
        const result = await world.rebuild()
        await verify(records, kept)
        const rows = world.rows()
        const without = records.length - rows.length
        expect(Object.values(result ?? {}).reduce((sum, count) => sum + count, 0)).toBe(
          without + (result?.restored ?? 0),
        )
        // Another one changes nothing.
        expect(await world.rebuild()).toEqual({ ...result, restored: 0 })
        expect(world.rows()).toEqual(rows)
      },
    ),
    { numRuns: 20 },
  )
})
