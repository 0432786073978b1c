import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageSelection } from '@shared/model/imageSelection'
import { describe, expect, test } from 'vitest'
import { readRecord } from '../../../../electron/core/library/imageRecords'
import type { Library } from '../../../../electron/core/library/library'
import { eventually } from '../../../support/eventually'
import { failureCode } from '../../../support/failureCode'
import { turnsUntil } from '../../../support/turnsUntil'
import { libraryHarness } from '../libraryHarness'
import { addManyImages, upTo } from '../manyImages'

/** A library with images on disk, oldest first: their numbers are 1, 2 and so on. */
async function saved(count: number) {
  const harness = await libraryHarness()
  const run = harness.open()
  const { library } = run
  await library.start()
  const made = Array.from({ length: count }, (_, at) => harness.image({ createdAt: 1000 * (at + 1) }))
  for (const image of made)
    library.insert(image, await library.place(await harness.download(library, image), image))
  const folder = join(harness.folder, 'library')
  const recorded = async (at: number) => {
    const { jobId = '', index = 0 } = made[at] ?? {}
    return (await readRecord(folder, jobId, index))?.marks.collections.map(({ name }) => name)
  }
  return {
    ...{ ...harness, ...run, folder, made, recorded, collections: library.collections },
    ids: made.map(({ id }) => id),
    recordPath: (at: number) => join(folder, '.cyanotype/records', `${made[at]?.jobId}-1.json`),
  }
}

const found = async (library: Library, text: string) =>
  (await library.page({ text }, 0, 500)).rows.map(({ id }) => id)
const listed = ({ collections }: Library) => collections.list().map(({ name, images }) => [name, images])

describe('collections', () => {
  test('are in the list, in the details, in the records and in what a search finds', async () => {
    const { library, collections, ids, recorded, changes } = await saved(3)
    const [one = '', two = '', three = ''] = ids
    const before = changes.revision('gallery')
    const ferns = await collections.create('Ferns', [])
    expect(changes.revision('gallery')).toBeGreaterThan(before)
    expect(await collections.add(ferns.id, [1, 3])).toMatchObject({ changed: 2 })
    expect(await collections.add(ferns.id, [3])).toMatchObject({ changed: 0 })
    const best = await collections.create('Best of', [3])
    expect(listed(library)).toEqual([
      ['Best of', 1],
      ['Ferns', 2],
    ])
    expect(library.details(three).collections).toEqual([
      { id: best.id, name: 'Best of' },
      { id: ferns.id, name: 'Ferns' },
    ])
    expect(await found(library, 'collection:ferns')).toEqual([three, one])
    expect(await found(library, 'collection:"best of"')).toEqual([three])
    expect(await found(library, '-collection:ferns')).toEqual([two])
    expect(await library.suggest('collection', 'f')).toEqual(['Ferns', 'Best of'])
    await eventually(async () => (await recorded(2))?.length === 2)
    expect(await recorded(2)).toEqual(['Best of', 'Ferns'])
    await eventually(async () => (await recorded(0))?.includes('Ferns') === true)

    await collections.takeOut(ferns.id, [1, 2])
    expect(await found(library, 'collection:ferns')).toEqual([three])
    await eventually(async () => (await recorded(0))?.length === 0)
  })

  test('are found by their whole name, otherwise by a part of it, also while that changes', async () => {
    const { library, collections, ids } = await saved(2)
    const [one = '', two = ''] = ids
    const best = await collections.create('Best', [1])
    await collections.create('Best of all', [2])
    expect(await found(library, 'collection:best')).toEqual([one])
    expect(await found(library, 'collection:bes')).toEqual([two, one])
    await collections.takeOut(best.id, [1])
    expect(await found(library, 'collection:best')).toEqual([])
    await collections.remove(best.id)
    expect(await found(library, 'collection:best')).toEqual([two])
  })

  test('have names of their own, whatever the case, the accents and the quotation marks', async () => {
    const { collections } = await saved(1)
    const { id } = await collections.create('Été', [])
    await collections.create('5" prints', [])
    expect(await failureCode(collections.create('ETE', []))).toBe('collectionNameTaken')
    expect(await failureCode(collections.create('5 prints', []))).toBe('collectionNameTaken')
    expect(await failureCode(collections.rename(id, '“5” prints'))).toBe('collectionNameTaken')
    await collections.rename(id, 'été')
    expect(collections.list().map(({ name }) => name)).toEqual(['5" prints', 'été'])
    expect(await failureCode(collections.rename('nothing', 'x'))).toBe('rowMissing')
    expect(await failureCode(collections.add('nothing', [1]))).toBe('rowMissing')
    expect(await failureCode(collections.remove('nothing'))).toBe('rowMissing')
  })

  test('are limited in number', async () => {
    const { collections, db } = await saved(1)
    db.run(`WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < 1000)
      INSERT INTO collections (id, name, folded, created_at) SELECT 'c' || n, n, n, 1 FROM made`)
    expect(await failureCode(collections.create('one more', [1]))).toBe('collectionsTooMany')
    expect(collections.list()).toHaveLength(1000)
  })

  test('don’t count deleted images, which are there again after an undo', async () => {
    const { library, collections, ids } = await saved(2)
    await collections.create('Ferns', [1, 2])
    const { press } = await library.delete({ ids: [ids[0] ?? ''] })
    expect(listed(library)).toEqual([['Ferns', 1]])
    await library.restore(press)
    expect(listed(library)).toEqual([['Ferns', 2]])
    expect(await found(library, 'collection:ferns')).toHaveLength(2)
  })

  test('that are renamed or removed are so in the records of all their images', async () => {
    const { collections, recorded } = await saved(2)
    const { id } = await collections.create('Ferns', [1, 2])
    await eventually(async () => (await recorded(1))?.[0] === 'Ferns')
    await collections.rename(id, 'Moss')
    for (const at of [0, 1]) await eventually(async () => (await recorded(at))?.[0] === 'Moss')
    const { press } = await collections.remove(id)
    for (const at of [0, 1]) await eventually(async () => (await recorded(at))?.length === 0)
    await collections.turn(press, 'back')
    for (const at of [0, 1]) await eventually(async () => (await recorded(at))?.[0] === 'Moss')
  })
})

describe('taking a press back', () => {
  test('leaves what was changed otherwise since', async () => {
    const { library, collections } = await saved(3)
    const { id } = await collections.create('Ferns', [])
    const { press } = await collections.add(id, [1, 2, 3])
    await collections.takeOut(id, [2])
    await collections.add(id, [2])
    expect(await collections.turn(press, 'back')).toBe(2)
    expect(listed(library)).toEqual([['Ferns', 1]])
  })

  test('puts an image before those that got in since it was taken out', async () => {
    const { collections, db } = await saved(4)
    const { id } = await collections.create('Ferns', [1, 2])
    const { press } = await collections.takeOut(id, [2])
    await collections.add(id, [3, 4])
    await collections.turn(press, 'back')
    const order = db.all<{ number: number }>('SELECT number FROM collected ORDER BY position')
    expect(order.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  test('brings a collection back whose name another one has by now', async () => {
    const { library, collections } = await saved(2)
    const { id, press: created } = await collections.create('Ferns', [1, 2])
    const { press } = await collections.remove(id)
    await collections.create('ferns', [])
    expect(await collections.turn(press, 'back')).toBe(1)
    expect(listed(library)).toEqual([
      ['ferns', 0],
      ['Ferns 2', 2],
    ])
    expect(await collections.turn(press, 'back')).toBe(0)
    expect(await collections.turn(created, 'back')).toBe(1)
  })

  test('gives no name back that another collection has by now', async () => {
    const { library, collections } = await saved(1)
    const { id } = await collections.create('Ferns', [])
    const { press } = await collections.rename(id, 'Moss')
    await collections.create('Ferns', [])
    expect(await collections.turn(press, 'back')).toBe(0)
    expect(listed(library)).toEqual([
      ['Ferns', 0],
      ['Moss', 0],
    ])
  })

  test('is too late for a press of an earlier run, whose traces go', async () => {
    const { library, collections, db, open } = await saved(2)
    const { id } = await collections.create('Ferns', [1])
    const { press } = await collections.add(id, [2])
    await collections.remove((await collections.create('Moss', [1])).id)
    await library.stop()
    const next = open().library
    expect(await next.collections.turn(press, 'back')).toBe(0)
    await next.start()
    const count = (table: string) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n
    await eventually(() => count('collected_changes') === 0 && count('collections') === 1)
    expect(count('collected')).toBe(2)
    expect(listed(next)).toEqual([['Ferns', 2]])
  })
})

describe('the order by hand', () => {
  test('is kept, recorded, and follows a move, whatever else is asked for', async () => {
    const { library, collections, ids, recordPath } = await saved(4)
    const [one = '', two = '', three = '', four = ''] = ids
    const { id } = await collections.create('Ferns', [1, 2, 3, 4])
    const byHand = async (text: string) =>
      (await library.page({ text, sort: 'hand' }, 0, 9)).rows.map((row) => row.id)
    expect(await byHand('collection:ferns')).toEqual([one, two, three, four])
    const place = async () => JSON.parse(await readFile(recordPath(3), 'utf8')).marks.collections[0]?.position
    await eventually(async () => (await place()) !== undefined)
    const before = await place()
    await collections.move(id, [4], { number: 1, to: 'before' })
    expect(await byHand('collection:ferns')).toEqual([four, one, two, three])
    await eventually(async () => (await place()) < before)
    await library.mark({ ids: [four, three] }, { rating: 5 })
    expect(await byHand('rating:5 collection:"Ferns"')).toEqual([four, three])
    // Without one collection, the newest come first.
    expect(await byHand('')).toEqual([four, three, two, one])
    expect(await byHand('-collection:moss')).toEqual([four, three, two, one])
    expect(await collections.move(id, [1], { number: 99, to: 'after' })).toMatchObject({ changed: 0 })
  })
})

test('what is exported is numbered in the order that is shown, however it was selected', async () => {
  const { library, collections, ids } = await saved(4)
  const [one = '', two = '', three = '', four = ''] = ids
  const { id } = await collections.create('Ferns', [1, 2, 3])
  await collections.move(id, [3], { number: 1, to: 'before' })
  const shown = { text: 'collection:ferns', sort: 'hand' as const }
  const order = async (selection: ImageSelection) => {
    const found: string[] = []
    for await (const { imageId } of (await library.selectedImages(selection)).images()) found.push(imageId)
    return found
  }
  expect(await order({ ids: [two, one, three], shown })).toEqual([three, one, two])
  const { numbers } = upTo(4)
  expect(await order({ ids: [], numbers, shown })).toEqual([three, one, two, four])
  expect(await order({ ids: [], numbers, shown: { text: '', sort: 'old' } })).toEqual([one, two, three, four])
  expect(await order({ ids: [two, one] })).toEqual([two, one])
})

describe('collections outlive the database', () => {
  test('with their names and their order', async () => {
    const { library, collections, db, open, ids, recorded } = await saved(3)
    const { id } = await collections.create('Ferns', [3])
    await collections.add(id, [1])
    await collections.add(id, [2])
    await collections.create('Moss', [2])
    for (const at of [0, 1, 2]) await eventually(async () => (await recorded(at))?.includes('Ferns') === true)
    await eventually(async () => (await recorded(1))?.length === 2)
    await library.stop()
    for (const table of ['images', 'collected', 'collections', 'collection_counts'])
      db.run(`DELETE FROM ${table}`)

    const next = open().library
    await next.start()
    await eventually(async () => (await next.outline({ text: '' })).total === 3)
    expect(listed(next)).toEqual([
      ['Ferns', 3],
      ['Moss', 1],
    ])
    const order = db.all<{ id: string }>(
      `SELECT images.id FROM collected JOIN images USING (number) JOIN collections ON collections.id = collection_id
       WHERE name = 'Ferns' ORDER BY collected.position`,
    )
    expect(order.map((row) => row.id)).toEqual([ids[2], ids[0], ids[1]])
    expect(await found(next, 'collection:moss')).toEqual([ids[1]])
  })

  test.each([
    ['something else', 'all', []],
    ['an entry that is none', [7, null, { name: 'Ferns', position: '8000000000000000' }], [['Ferns', 1]]],
    ['a place that is none', [{ name: 'Ferns', position: '../../x' }], [['Ferns', 1]]],
    ['no place', [{ name: 'Ferns' }], [['Ferns', 1]]],
    ['names that are none', [{ name: '' }, { name: '"' }, { name: 'x'.repeat(61) }, { name: 7 }], []],
    ['one collection twice', [{ name: 'Ferns' }, { name: 'FERNS' }], [['Ferns', 1]]],
    ['more than there can be', Array.from({ length: 3000 }, (_, at) => ({ name: `c${at}` })), 1000],
  ])(
    'as far as they can be read in a record with %s, which still brings its image back',
    async (_, given, read) => {
      const { library, db, open, recordPath } = await saved(1)
      await library.stop()
      db.run('DELETE FROM images')
      const record = JSON.parse(await readFile(recordPath(0), 'utf8'))
      await writeFile(
        recordPath(0),
        JSON.stringify({ ...record, marks: { ...record.marks, rating: 3, collections: given } }),
      )
      const next = open().library
      await next.start()
      await eventually(async () => (await next.outline({ text: '' })).total === 1)
      if (typeof read === 'number') expect(next.collections.list()).toHaveLength(read)
      else expect(listed(next)).toEqual(read)
      expect(await next.count({ text: 'rating:3' })).toBe(1)
    },
  )
})

describe('very many images', () => {
  /** Many parts of a command here. */
  const many = 300
  /** More than the first turn of one. */
  const some = 30

  async function filled() {
    const harness = await libraryHarness()
    addManyImages(harness, many)
    return { ...harness, all: upTo(many) }
  }

  test('are collected, taken out and brought back as a whole, in their order', async () => {
    const { open, all, db } = await filled()
    const { library } = open()
    const { collections } = library
    const { id } = await collections.create('Ferns', [170])
    await collections.add(id, await library.selected(all))
    expect(await library.count({ text: 'collection:ferns' })).toBe(many)
    const order = () =>
      db.all<{ number: number }>(
        'SELECT number FROM collected WHERE collection_id = :id ORDER BY position, number',
        { id },
      )
    const before = order()
    expect(before[0]).toEqual({ number: 170 })
    const { press, changed } = await collections.takeOut(id, await library.selected(all))
    expect(changed).toBe(many)
    expect(listed(library)).toEqual([['Ferns', 0]])
    expect(await collections.turn(press, 'back')).toBe(many)
    expect(order()).toEqual(before)
    expect(await library.count({ text: 'collection:ferns' })).toBe(many)
  })

  test('are moved as a whole, in their order, and back', async () => {
    const { open, all, db } = await filled()
    const { library } = open()
    const { collections } = library
    const { id } = await collections.create('Ferns', await library.selected(all))
    const order = () =>
      db
        .all<{ number: number }>(
          'SELECT number FROM collected WHERE collection_id = :id ORDER BY position, number',
          { id },
        )
        .map(({ number }) => number)
    const odd = Array.from({ length: many / 2 }, (_, at) => 2 * at + 1)
    const even = odd.map((number) => number + 1)
    const { press, changed } = await collections.move(id, odd, { number: 4, to: 'before' })
    expect(changed).toBe(many / 2)
    expect(order()).toEqual([2, ...odd, ...even.slice(1)])
    const again = await collections.move(id, [many, many / 2, 7], { number: 2, to: 'before' })
    expect(order().slice(0, 5)).toEqual([7, many / 2, many, 2, 1])
    const shown = await library.page({ text: 'collection:ferns', sort: 'hand' }, 0, 3)
    expect(shown.rows.map(({ number }) => number)).toEqual([7, many / 2, many])
    expect(await collections.turn(again.press, 'back')).toBe(3)
    expect(await collections.turn(press, 'back')).toBe(many / 2)
    expect(order()).toEqual(Array.from({ length: many }, (_, at) => at + 1))
  })

  test('are moved to the end at the next start if a kill came between', async () => {
    const { open, all, db } = await filled()
    const first = open()
    const { id } = await first.library.collections.create('Ferns', await first.library.selected(all))
    const last = () =>
      db.get<{ number: number }>(
        'SELECT number FROM collected WHERE collection_id = :id ORDER BY position DESC LIMIT 1',
        { id },
      )?.number
    const most = 200
    const moved = Array.from({ length: most }, (_, at) => at + 1)
    void first.library.collections.move(id, moved, { number: many, to: 'after' }).catch(() => undefined)
    await turnsUntil(() => last() !== many)
    first.bulk.stop()
    await first.library.stop()
    expect(last()).toBeLessThan(most)
    const second = open()
    second.bulk.start()
    await eventually(() => last() === most)
    const { rows } = await second.library.page({ text: 'collection:ferns', sort: 'hand' }, many - most - 2, 4)
    expect(rows.map(({ number }) => number)).toEqual([many - 1, many, 1, 2])
  })

  test('are collected to the end at the next start if a kill came between', async () => {
    const { open, all } = await filled()
    const first = open()
    const adding = first.library.collections.create('Ferns', await first.library.selected(all))
    void adding.catch(() => undefined)
    await turnsUntil(() => (first.library.collections.list()[0]?.images ?? 0) > some)
    first.bulk.stop()
    await first.library.stop()
    expect(first.library.collections.list()[0]?.images).toBeLessThan(many)
    const second = open()
    second.bulk.start()
    await eventually(() => second.library.collections.list()[0]?.images === many)
    expect(await second.library.count({ text: 'collection:ferns' })).toBe(many)
    // The press goes on; it is none of this run.
    expect(await second.library.collections.turn(1, 'back')).toBe(0)
  })
})
