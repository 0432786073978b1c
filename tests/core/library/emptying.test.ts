import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import type { NewImage } from '../../../electron/core/library/library'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { libraryHarness } from './libraryHarness'

const count = 4
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A library of four images, all in its trash, and the system's trash. */
async function deleted() {
  const harness = await libraryHarness()
  const { folder, open, image, download, db } = harness
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const clock = createFakeClock(Date.now())
  const moved = (path: string) => rename(path, join(bin, basename(path)))
  const { library, bulk } = open({ clock, opener: { trash: moved } })
  const images: NewImage[] = []
  for (let at = 0; at < count; at++) {
    const made = image()
    library.insert(made, await library.place(await download(library, made), made))
    images.push(made)
  }
  await library.delete({ ids: images.map(({ id }) => id) })
  const records = join(folder, 'library/.cyanotype/records')
  await eventually(() => db.all('SELECT 1 FROM images WHERE unrecorded = 1').length === 0)
  return {
    ...harness,
    clock,
    library,
    bulk,
    images,
    moved,
    inBin: () => readdir(bin),
    /** Files of images, and records, that the library still has. */
    left: async () => {
      const names = await readdir(join(folder, 'library'), { recursive: true })
      return [...names.filter((name) => name.endsWith('.png')), ...(await readdir(records))]
    },
    rows: () => db.all('SELECT 1 FROM images').length,
    /** How many are still in the trash, once what sends them on is done with all that fell due. */
    async trashed() {
      await library.trash.discard({ ids: [newId(0)] })
      return library.count({ text: 'is:deleted' })
    },
  }
}

const kills = Array.from({ length: count }, (_, at) => at).flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
])

test.each(kills)(
  'emptying that is killed $when its move of file $at goes on at the next start, and loses none',
  async ({ at, when }) => {
    const { library, bulk, open, clock, moved, inBin, left, rows } = await deleted()
    await library.stop()
    let calls = 0
    let isKilled = () => {}
    const killed = new Promise<void>((resolve) => {
      isKilled = resolve
    })
    const trash = async (path: string) => {
      if (calls++ < at) return moved(path)
      if (when === 'after') await moved(path)
      isKilled()
      // What is killed never gets an answer.
      await new Promise(() => {})
    }
    const cut = open({ clock, opener: { trash } })
    expect(await cut.library.trash.discard(null)).toBe(count)
    await killed
    cut.bulk.stop()
    bulk.stop()
    expect((await cut.library.page({ text: 'is:deleted' }, 0, 10)).rows).toEqual([])

    const next = open({ clock, opener: { trash: moved } })
    await next.library.start()
    await eventually(() => rows() === 0, { what: 'the end of it' })
    expect(await inBin()).toHaveLength(count)
    expect(await left()).toEqual([])
    // So that the harness can stop it.
    clock.advance(60_000)
  },
)

describe('an expiry', () => {
  test('is never, unless the user sets one', async () => {
    const { library, clock, inBin, rows } = await deleted()
    await library.start()
    clock.advance(3650 * dayMs)
    expect(await library.count({ text: 'is:deleted' })).toBe(count)
    await library.stop()
    expect(await inBin()).toEqual([])
    expect(rows()).toBe(count)
  })

  test('sends on what was deleted long enough ago, within an hour', async () => {
    const { library, ports, images, clock, inBin, rows } = await deleted()
    await library.start()
    clock.advance(6 * dayMs)
    const [one, two] = images
    await library.trash.restore({ ids: [one?.id ?? '', two?.id ?? ''] })
    await library.delete({ ids: [one?.id ?? ''] })
    ports.preferences.change({ trashExpiryDays: 7 })
    expect(await inBin()).toEqual([])
    clock.advance(dayMs)
    await eventually(() => rows() === 2, { what: 'two images to expire' })
    expect(await inBin()).toHaveLength(2)
    const listed = async (text: string) => (await library.page({ text }, 0, 10)).rows.map(({ id }) => id)
    expect(await listed('')).toEqual([two?.id])
    expect(await listed('is:deleted')).toEqual([one?.id])
  })

  test('that was chosen by mistake can be taken back for an hour, whenever it was chosen', async () => {
    const { library, ports, clock, trashed } = await deleted()
    clock.advance(30 * dayMs)
    await library.start()
    clock.advance(hourMs - 1)
    ports.preferences.change({ trashExpiryDays: 7 })
    clock.advance(hourMs - 1)
    ports.preferences.change({ trashExpiryDays: null })
    clock.advance(dayMs)
    expect(await trashed()).toBe(count)
  })

  test('counts from when an image came back into the trash, where a database was lost', async () => {
    const { library, ports, clock, db, rows, trashed } = await deleted()
    clock.advance(30 * dayMs)
    db.run('DELETE FROM images')
    await library.start()
    await eventually(() => rows() === count, { what: 'the images' })
    ports.preferences.change({ trashExpiryDays: 7 })
    clock.advance(6 * dayMs)
    expect(await trashed()).toBe(count)
    clock.advance(2 * dayMs)
    await eventually(() => rows() === 0, { what: 'the end of all' })
  })
})

test('restoring says how many files are missing, and brings the images back all the same', async () => {
  const { library, images, folder, moved } = await deleted()
  const { file } = library.details(images[0]?.id ?? '')
  await moved(join(folder, 'library', file))
  const ids = images.map(({ id }) => id)
  expect(await library.trash.restore({ ids })).toEqual({ restored: count, missing: 1 })
  expect((await library.page({ text: '' }, 0, 10)).rows).toHaveLength(count)
})

test('what is deleted is in no search, count, export or cost, and back in each with what it cost before', async () => {
  const { library, images } = await deleted()
  const ids = images.map(({ id }) => id)
  const all = { text: '', batchId: null, from: null, to: null }
  expect(await library.count({ text: 'lighthouse' })).toBe(0)
  expect(await library.select(all)).toEqual({ ids: [] })
  expect((await library.selectedImages({ ids })).total).toBe(0)
  expect((await library.costs({ text: '' })).total).toEqual([])
  expect((await library.outline({ text: '' })).libraryTotal).toBe(0)
  expect(await library.count({ text: 'is:deleted lighthouse' })).toBe(count)
  expect(await library.count({ text: 'is:deleted harbour' })).toBe(0)
  expect(await library.count({ text: '-is:deleted' })).toBe(0)
  const [cost] = (await library.trash.size(null)).total
  await library.trash.restore({ ids })
  expect(await library.count({ text: '-is:deleted lighthouse' })).toBe(count)
  expect((await library.costs({ text: '' })).total).toEqual([cost])
  expect((await library.selectedImages({ ids })).total).toBe(count)
})

test('that others use the library too is known before the trash is emptied', async () => {
  const { library, folder } = await deleted()
  await library.check()
  expect(await library.trash.size(null)).toMatchObject({ isShared: false })
  await writeFile(join(folder, 'library/.cyanotype/profiles/another'), '')
  expect(await library.trash.size(null)).toMatchObject({ isShared: true })
})

test('emptying goes on after an image whose record can’t be removed', async () => {
  const { ports, open, image, download, folder, db } = await libraryHarness()
  const clock = createFakeClock(Date.now())
  const { library } = open({ clock })
  const [stuck, other] = [image(), image()]
  for (const made of [stuck, other])
    library.insert(made, await library.place(await download(library, made), made))
  const record = join(folder, 'library/.cyanotype/records', `${stuck.jobId}-1.json`)
  await rm(record)
  await mkdir(record)
  await library.delete({ ids: [stuck.id, other.id] })
  await library.trash.discard(null)
  await eventually(() => db.all('SELECT id FROM images').length === 1)
  await eventually(() => ports.logger.lines.some(({ event }) => event === 'library.notTrashed'))
  expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
  await library.stop()
})
