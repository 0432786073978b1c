import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageMarks, noMarks } from '@shared/model/imageMarks'
import { describe, expect, test } from 'vitest'
import { readRecord } from '../../../electron/core/library/imageRecords'
import { unmarked } from '../../../electron/core/library/recordedMarks'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { turnsUntil } from '../../support/turnsUntil'
import { libraryHarness } from './libraryHarness'
import { addManyImages, upTo } from './manyImages'

/** A library with images on disk, oldest first. */
async function saved(count: number) {
  const harness = await libraryHarness()
  const clock = createFakeClock(Date.now())
  const run = harness.open({ clock })
  const { library } = run
  await library.start()
  const made = Array.from({ length: count }, (_, at) => harness.image({ createdAt: 1000 * (at + 1) }))
  for (const image of made)
    library.insert(image, await library.place(await harness.download(library, image), image))
  const folder = join(harness.folder, 'library')
  return {
    ...harness,
    ...run,
    clock,
    folder,
    made,
    ids: made.map(({ id }) => id),
    marksOf: (id: string): ImageMarks => {
      const { flag, rating, favourite } = library.details(id)
      return { flag, rating, favourite }
    },
    recorded: async (at: number) => {
      const { jobId = '', index = 0 } = made[at] ?? {}
      return (await readRecord(folder, jobId, index))?.marks
    },
    found: async (text: string) => (await library.page({ text }, 0, 500)).rows.map(({ id }) => id),
  }
}

test('an image tells the batch that it was queued in; one that was made elsewhere has none, and no request', async () => {
  const { library, db, image, download, ids } = await saved(2)
  const [made = ''] = ids
  db.run("INSERT INTO recorded_batches (id, name) VALUES ('b1', 'Coast')")
  db.run("UPDATE images SET batch_id = 'b1' WHERE id = :made", { made })
  expect(library.details(made).batch).toEqual({ id: 'b1', name: 'Coast' })
  const brought = image({
    asked: { model: '', prompt: 'harbour', mode: null },
    brought: { name: 'harbour.png', tool: null, facts: [] },
  })
  library.insert(brought, await library.place(await download(library, brought), brought))
  expect(library.details(brought.id)).toMatchObject({ batch: null, isBrought: true })
  expect(library.details(made).isBrought).toBeUndefined()
})

describe('marks', () => {
  test('are in the row, in the record and in what a search finds', async () => {
    const { library, ids, marksOf, recorded, found, changes } = await saved(3)
    const [one = '', two = '', three = ''] = ids
    expect(await found('is:unflagged')).toEqual([three, two, one])
    const before = changes.revision('gallery')
    expect(await library.mark({ ids: [one, two] }, { flag: 'kept' })).toMatchObject({ marked: 2 })
    expect(await library.mark({ ids: [two] }, { rating: 4 })).toMatchObject({ marked: 1 })
    expect(await library.mark({ ids: [two] }, { rating: 4 })).toMatchObject({ marked: 0 })
    expect(changes.revision('gallery')).toBe(before + 2)
    expect(marksOf(two)).toEqual({ ...noMarks, flag: 'kept', rating: 4 })
    expect(await found('is:kept')).toEqual([two, one])
    expect(await found('-is:kept')).toEqual([three])
    expect(await found('is:kept rating:>=3')).toEqual([two])
    await eventually(async () => (await recorded(1))?.rating === 4)
    expect(await recorded(1)).toEqual({ ...unmarked, flag: 'kept', rating: 4 })
    expect(await recorded(2)).toEqual(unmarked)
  })

  test('that keep or reject open an image, until that is undone; others don’t', async () => {
    const { library, ids, found } = await saved(4)
    const [one = '', two = '', three = '', four = ''] = ids
    library.open([one])
    await library.mark({ ids: [four] }, { rating: 4 })
    expect(await found('is:unseen')).toEqual([four, three, two])
    const { press } = await library.mark({ ids: [one, two] }, { flag: 'kept' })
    await library.mark({ ids: [three] }, { flag: 'rejected' })
    await library.mark({ ids: [three] }, { flag: null })
    expect(await found('is:unseen')).toEqual([four])
    await library.unmark(press)
    expect(await found('is:unseen')).toEqual([four, two])
    expect(await found('is:seen')).toEqual([three, one])
  })

  test('are counted over what a list shows', async () => {
    const { library, ids } = await saved(4)
    const [one = '', two = '', three = ''] = ids
    const flags = async (text: string) => (await library.outline({ text })).flags
    await library.mark({ ids: [one, two] }, { flag: 'kept' })
    await library.mark({ ids: [three] }, { flag: 'rejected' })
    await library.mark({ ids: [three] }, { rating: 4 })
    expect(await flags('')).toEqual({ kept: 2, rejected: 1 })
    expect(await flags('rating:>=4')).toEqual({ kept: 0, rejected: 1 })
    await library.delete({ ids: [one] })
    expect(await flags('')).toEqual({ kept: 1, rejected: 1 })
  })

  test('outlive the database: adoption brings them back from the records', async () => {
    const { library, db, open, ids, recorded } = await saved(2)
    const [one = '', two = ''] = ids
    await library.mark({ ids: [one] }, { flag: 'rejected' })
    await library.mark({ ids: [one] }, { rating: 2 })
    await eventually(async () => (await recorded(0))?.rating === 2)
    await library.stop()
    db.run('DELETE FROM images')

    const next = open().library
    await next.start()
    await eventually(async () => (await next.outline({ text: '' })).total === 2)
    expect(next.details(one)).toMatchObject({ flag: 'rejected', rating: 2 })
    expect(next.details(two)).toMatchObject({ flag: null, rating: 0 })
    expect((await next.page({ text: 'is:rejected rating:2' }, 0, 9)).rows.map(({ id }) => id)).toEqual([one])
  })

  test.each([
    ['that an earlier version wrote', undefined, {}],
    ['of a version without favourites', { flag: 'kept', rating: 4 }, { flag: 'kept', rating: 4 }],
    [
      'whose marks can’t all be read',
      { flag: 'loved', rating: 99, favourite: true, note: 7 },
      { favourite: true },
    ],
    ['whose marks are something else', 'five stars', {}],
  ])('are what can be read in a record %s, which still brings its image back', async (_, marks, read) => {
    const { library, db, open, folder, made, ids } = await saved(1)
    await library.stop()
    db.run('DELETE FROM images')
    const path = join(folder, '.cyanotype/records', `${made[0]?.jobId}-1.json`)
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), marks }))

    const next = open().library
    await next.start()
    await eventually(async () => (await next.outline({ text: '' })).total === 1)
    const { batch, ...expected } = { ...unmarked, ...read }
    expect(next.details(ids[0] ?? '')).toMatchObject({ ...expected, prompt: 'a lighthouse' })
  })

  test('are several at once: a favourite may also be rejected', async () => {
    const { library, ids, marksOf, found } = await saved(2)
    const [one = '', two = ''] = ids
    await library.mark({ ids: [one] }, { flag: 'rejected' })
    const { press } = await library.mark({ ids }, { favourite: true })
    await library.mark({ ids: [two] }, { favourite: false })
    expect(marksOf(one)).toEqual({ flag: 'rejected', rating: 0, favourite: true })
    expect(await found('is:favourite')).toEqual([one])
    expect(await library.unmark(press)).toBe(1)
    expect(await found('is:favourite')).toEqual([])
    expect(marksOf(one)).toEqual({ ...noMarks, flag: 'rejected' })
  })

  test('are recorded once the drive is back', async () => {
    const { library, folder, ids, recorded, clock, ports } = await saved(1)
    await rename(folder, `${folder} away`)
    await library.mark({ ids }, { flag: 'kept' })
    await eventually(() => {
      clock.advance(60_000)
      return ports.logger.lines.some(({ event }) => event === 'library.folderAway')
    })
    await rename(`${folder} away`, folder)
    expect(await recorded(0)).toEqual(unmarked)
    clock.advance(60_000)
    await eventually(async () => (await recorded(0))?.flag === 'kept')
  })

  test('that no record has yet are recorded by the next run', async () => {
    const { library, db, folder, ids, recorded, open } = await saved(1)
    const unrecorded = () => db.get<{ unrecorded: number }>('SELECT unrecorded FROM images')?.unrecorded
    await rename(folder, `${folder} away`)
    await library.mark({ ids }, { rating: 5 })
    await library.stop()
    expect(unrecorded()).toBe(1)
    await rename(`${folder} away`, folder)
    await open().library.start()
    await eventually(async () => (await recorded(0))?.rating === 5)
    await eventually(() => unrecorded() === 0)
  })

  test('select what has a flag in a list, whatever its search is', async () => {
    const { library, ids } = await saved(3)
    const [one = '', two = ''] = ids
    await library.mark({ ids: [one, two] }, { flag: 'rejected' })
    const range = { text: '', batchId: null, from: null, to: null }
    expect(await library.select({ ...range, flag: 'rejected' })).toEqual({ ids: [two, one] })
    expect(await library.select({ ...range, flag: 'kept' })).toEqual({ ids: [] })
    expect(await library.select({ ...range, text: 'fern', flag: 'rejected' })).toEqual({ ids: [] })
  })

  test('survive a deletion that is undone', async () => {
    const { library, ids, marksOf, found } = await saved(2)
    const [one = ''] = ids
    await library.mark({ ids: [one] }, { flag: 'rejected' })
    const { press } = await library.delete({ ids: [one] })
    expect(await found('is:rejected')).toEqual([])
    expect(await library.restore(press)).toBe(1)
    expect(await found('is:rejected')).toEqual([one])
    expect(marksOf(one)).toEqual({ ...noMarks, flag: 'rejected' })
  })
})

describe('a note', () => {
  test('is in the details, in the record and in what a search finds, in any script', async () => {
    const { library, db, open, ids, recorded, found } = await saved(3)
    const [one = '', two = ''] = ids
    expect(library.writeNote(one, 'For the Café, 灯台と海')).toBe(true)
    expect(library.writeNote(two, 'lighthouse keeper\0')).toBe(true)
    expect(await found('cafe')).toEqual([one])
    expect(await found('note:灯台')).toEqual([one])
    expect(await found('note:海')).toEqual([one])
    expect(await found('note:lighthouse')).toEqual([two])
    expect(await found('lighthouse -note:keeper')).toHaveLength(2)
    library.writeNote(one, 'print')
    expect(await found('note:灯台')).toEqual([])
    await eventually(async () => (await recorded(0))?.note === 'print')
    await library.stop()
    db.run('DELETE FROM images')

    const next = open().library
    await next.start()
    await eventually(async () => (await next.outline({ text: '' })).total === 3)
    expect(next.details(one)).toMatchObject({ note: 'print' })
    expect((await next.page({ text: 'note:print' }, 0, 9)).rows.map(({ id }) => id)).toEqual([one])
  })

  test('is given only in place of the one that is expected', async () => {
    const { library, ids } = await saved(1)
    const [one = ''] = ids
    library.writeNote(one, 'first')
    expect(library.writeNote(one, '', 'second')).toBe(false)
    expect(library.writeNote(one, '', 'first')).toBe(true)
    expect(library.details(one)).toMatchObject({ note: '' })
    expect(library.writeNote('nothing', 'x')).toBe(false)
  })

  test('comes while others are searched, and is found', async () => {
    const { library, ids, found } = await saved(2)
    const [one = '', two = ''] = ids
    library.writeNote(one, 'moss')
    const finding = found('note:moss')
    library.writeNote(two, 'moss')
    expect(await finding).toEqual([two, one])
  })
})

describe('taking a press back', () => {
  test('gives each image its own earlier mark, and leaves what was marked otherwise since', async () => {
    const { library, ids, marksOf, recorded } = await saved(4)
    const [one = '', two = '', three = '', four = ''] = ids
    await library.mark({ ids: [one] }, { flag: 'kept' })
    await library.mark({ ids: [two] }, { flag: 'rejected' })
    await library.mark({ ids: [one] }, { rating: 3 })
    const { press, marked } = await library.mark({ ids }, { flag: 'rejected' })
    expect(marked).toBe(3)
    await library.mark({ ids: [four] }, { flag: 'kept' })
    await library.mark({ ids: [three] }, { rating: 1 })

    expect(await library.unmark(press)).toBe(2)
    expect(ids.map(marksOf)).toEqual([
      { ...noMarks, flag: 'kept', rating: 3 },
      { ...noMarks, flag: 'rejected' },
      { ...noMarks, rating: 1 },
      { ...noMarks, flag: 'kept' },
    ])
    expect(await library.unmark(press)).toBe(0)
    await eventually(async () => (await recorded(0))?.flag === 'kept')
  })

  test('of images that are in the trash by now can be done again; a new mark leaves them', async () => {
    const { library, ids, marksOf } = await saved(2)
    const [one = ''] = ids
    const { press } = await library.mark({ ids }, { rating: 4 })
    await library.delete({ ids: [one] })
    expect(await library.unmark(press)).toBe(2)
    expect(await library.mark({ ids: [one] }, { rating: 4 })).toMatchObject({ marked: 0 })
    expect(await library.mark({ ids }, { rating: 4 }, true)).toMatchObject({ marked: 2 })
    expect(marksOf(one)).toEqual({ ...noMarks, rating: 4 })
  })

  test('is too late for a press of an earlier run', async () => {
    const { library, open, ids } = await saved(1)
    const { press } = await library.mark({ ids }, { rating: 5 })
    await library.stop()
    const next = open().library
    expect(await next.unmark(press)).toBe(0)
    expect(next.details(ids[0] ?? '')).toMatchObject({ rating: 5 })
  })
})

describe('marking very many images', () => {
  /** Many parts of a command here. A sixth of them has each rating. */
  const many = 240
  /** More than the first turn of one. */
  const some = 30

  async function filled() {
    const harness = await libraryHarness()
    addManyImages(harness, many, { rating: 'n % 6' })
    const countOf = (where: string) =>
      harness.db.get<{ count: number }>(`SELECT count(*) AS count FROM images WHERE ${where}`)?.count
    return { ...harness, countOf, all: upTo(many) }
  }

  test('is taken back as a whole, each image to its own rating', async () => {
    const { open, countOf, all } = await filled()
    const { library } = open()
    const { press, marked } = await library.mark(all, { rating: 3 })
    expect(marked).toBe((5 * many) / 6)
    expect(countOf('rating = 3')).toBe(many)
    expect(await library.count({ text: 'rating:3' })).toBe(many)
    expect(await library.unmark(press)).toBe((5 * many) / 6)
    expect(countOf('rating = number % 6')).toBe(many)
    expect(await library.count({ text: 'rating:3' })).toBe(many / 6)
  })

  test('goes on at the next start where a kill cut it', async () => {
    const { open, countOf, all } = await filled()
    const first = open()
    void first.library.mark(all, { flag: 'kept' })
    await turnsUntil(() => (countOf("flag = 'kept'") ?? 0) > some)
    first.bulk.stop()
    await first.library.stop()
    expect(countOf("flag = 'kept'")).toBeLessThan(many)
    const second = open()
    second.bulk.start()
    await eventually(() => countOf("flag = 'kept'") === many)
    expect(await second.library.count({ text: 'is:kept' })).toBe(many)
  })

  test('that an earlier run began is not taken back with a press of this one', async () => {
    const { open, countOf, all } = await filled()
    const first = open()
    void first.library.mark(all, { flag: 'kept' })
    await turnsUntil(() => (countOf("flag = 'kept'") ?? 0) > some)
    first.bulk.stop()
    await first.library.stop()
    const { library, bulk } = open()
    const marking = library.mark({ ids: ['image 1'] }, { flag: 'kept' })
    bulk.start()
    const { press, marked } = await marking
    expect(marked).toBe(0)
    expect(await library.unmark(press)).toBe(0)
    expect(countOf("flag = 'kept'")).toBe(many)
  })
})
