import { fewImages } from '@shared/model/imageSelection'
import { bitsText, textBits, withFlippedBit } from '@shared/model/numberBits'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { turnsUntil } from '../../support/turnsUntil'
import { libraryHarness } from './libraryHarness'
import { addManyImages } from './manyImages'

const all = { text: '', batchId: null, from: null, to: null }

/** More than are selected by their ids, and some hundred parts of a command here; half of them are ferns. */
const count = 2 * fewImages + 2

/** A library whose database has this many images, ferns and mosses in turn, with numbers from 11 on. */
async function filled(images = count) {
  const harness = await libraryHarness()
  const { db } = harness
  addManyImages(harness, images, { number: 'n + 10', prompt: "iif(n % 2, 'fern', 'moss')" })
  const clock = createFakeClock(Date.now())
  const countOf = (where: string) =>
    db.get<{ count: number }>(`SELECT count(*) AS count FROM images WHERE ${where}`)?.count
  return {
    ...harness,
    clock,
    hidden: () => countOf('deleted_at IS NOT NULL'),
    shown: () => countOf('deleted_at IS NULL'),
    countOf,
    /** Opens the library and begins to delete what a range selects. */
    async deleting(range = all, run = harness.open({ clock })) {
      const selected = await run.library.select(range)
      if ('ids' in selected) throw new Error('they are few')
      const selection = { ids: [], numbers: selected.numbers }
      const deletion = await run.library.delete(selection)
      return { ...run, ...deletion, selection, ended: () => run.bulk.unfinished().length === 0 }
    },
  }
}

/** As a kill does: nothing else is done. */
async function kill({ bulk, library }: { bulk: { stop(): void }; library: { stop(): Promise<void> } }) {
  bulk.stop()
  await library.stop()
}

describe('deleting very many images', () => {
  test('hides the first at once, counts all, and finishes in parts', async () => {
    const { deleting, hidden } = await filled()
    const { deleted, ended, library } = await deleting()
    expect(deleted).toBe(count)
    expect(hidden()).toBeGreaterThan(0)
    expect(hidden()).toBeLessThan(count)
    await eventually(ended)
    expect(hidden()).toBe(count)
    expect((await library.outline({ text: '' })).total).toBe(0)
  })

  test('takes what a search found, except some, and nothing that arrived later', async () => {
    const { open, image, hidden } = await filled()
    const { library, bulk } = open()
    const ferns = { ...all, text: 'fern' }
    const selected = await library.select(ferns)
    if ('ids' in selected) throw new Error('they are few')
    expect(selected.count).toBe(count / 2)
    library.insert(image({ prompt: 'a late fern' }), 'late.png')
    const numbers = [17, 19].reduce(withFlippedBit, textBits(selected.numbers))
    expect(await library.delete({ ids: ['image 2'], numbers: bitsText(numbers) })).toMatchObject({
      deleted: count / 2 - 1,
    })
    await eventually(() => bulk.unfinished().length === 0)
    expect(hidden()).toBe(count / 2 - 1)
    expect((await library.page(ferns, 0, 5)).rows.map(({ prompt }) => prompt)).toEqual([
      'a late fern',
      'fern',
      'fern',
    ])
  })

  test('goes on at the next start where a kill cut it, and takes nothing that came since', async () => {
    const { deleting, hidden, shown, open, image } = await filled()
    const first = await deleting()
    await turnsUntil(() => (hidden() ?? 0) > 30)
    await kill(first)
    const before = hidden()
    expect(before).toBeLessThan(count)

    const second = open()
    second.library.insert(image(), 'late.png')
    second.bulk.start()
    await eventually(() => hidden() === count)
    expect(shown()).toBe(1)
    expect((await second.library.outline({ text: '' })).total).toBe(1)
    expect(await second.library.restore(first.press)).toBe(0)
  })

  test('can be undone as long as the app runs', async () => {
    const { deleting, clock, shown } = await filled()
    const { library, press, ended } = await deleting()
    await eventually(ended)
    clock.advance(30 * 24 * 3_600_000)
    expect(await library.restore(press)).toBe(count)
    expect(shown()).toBe(count)
    expect(await library.restore(press)).toBe(0)
  })

  test.each(['before it', 'meanwhile'])(
    'takes nothing that an Undo of a deletion %s brought back',
    async (when) => {
      const { deleting, open, clock, hidden, countOf } = await filled()
      const run = open({ clock })
      const deleteFew = () => run.library.delete({ ids: [`image ${count - 2}`, `image ${count - 1}`] })
      const before = when === 'meanwhile' ? null : await deleteFew()
      const { ended } = await deleting(all, run)
      const { press } = before ?? (await deleteFew())
      expect(hidden()).toBeLessThan(count - 2)
      expect(await run.library.restore(press)).toBe(2)
      await eventually(ended)
      expect(hidden()).toBe(count - 2)
      expect(countOf(`number IN (${count + 8}, ${count + 9}) AND deleted_at IS NULL`)).toBe(2)
    },
  )

  test('is undone as a whole, even while it is under way', async () => {
    const { deleting, clock, hidden, shown } = await filled()
    const { library, press } = await deleting()
    const restored = library.restore(press)
    expect(hidden()).toBeLessThan(count)
    expect(await restored).toBe(count)
    clock.advance(60_000)
    await library.stop()
    expect(shown()).toBe(count)
  })
})

test('an Undo that a kill cut is finished at the next start', async () => {
  const { deleting, open, shown, clock } = await filled()
  const first = await deleting()
  await eventually(first.ended)
  const cut = first.library.restore(first.press)
  await kill(first)
  expect(await cut).toBeLessThan(count)

  const second = open({ clock })
  second.bulk.review()
  second.bulk.start()
  await eventually(() => shown() === count)
})

test('an Undo that a kill cut waits for a deletion that was pressed before it', async () => {
  const { deleting, open, clock, hidden } = await filled()
  const run = open({ clock })
  const { press } = await run.library.delete({ ids: [`image ${count - 1}`] })
  await deleting(all, run)
  void run.library.restore(press)
  await kill(run)

  const second = open({ clock })
  second.bulk.start()
  await eventually(() => second.bulk.unfinished().length === 0)
  expect(hidden()).toBe(count - 1)
})

test('an Undo waits for no deletion of an earlier run: it may not go on before a late start', async () => {
  const { deleting, open } = await filled()
  await kill(await deleting())
  const { library } = open()
  const { press } = await library.delete({ ids: [`image ${count - 1}`] })
  expect(await library.restore(press)).toBe(1)
})

test('the number of an image is never used again in a run', async () => {
  const { open, image, db } = await filled(1)
  const { library } = open()
  const numbers = () =>
    db.all<{ number: number }>('SELECT number FROM images ORDER BY number').map(({ number }) => number)
  library.insert(image(), 'a.png')
  expect(numbers()).toEqual([11, 12])
  db.run('DELETE FROM images WHERE number = 12')
  library.insert(image(), 'b.png')
  expect(numbers()).toEqual([11, 13])
})

test('what a deletion of an earlier run selected is none of what comes since, though its last images are gone', async () => {
  const { deleting, hidden, shown, open, image, db } = await filled()
  await kill(await deleting())
  db.run(`DELETE FROM images WHERE number > ${count}`)

  const { library, bulk } = open()
  library.insert(image(), 'late.png')
  bulk.start()
  await eventually(() => bulk.unfinished().length === 0)
  expect(shown()).toBe(1)
  expect(hidden()).toBe(count - 10)
})

test('a press at the time of an earlier run’s is another one, since the clock may be set back', async () => {
  const { open, clock, hidden } = await filled(2)
  const first = open({ clock })
  const earlier = await first.library.delete({ ids: ['image 1'] })
  await kill(first)

  const { library } = open({ clock: createFakeClock(earlier.press) })
  const { press } = await library.delete({ ids: ['image 2'] })
  expect(await library.restore(press)).toBe(1)
  expect(hidden()).toBe(1)
})

test('presses of one millisecond are undone one by one', async () => {
  const { open, clock, hidden } = await filled(2)
  const { library } = open({ clock })
  const presses = [
    await library.delete({ ids: ['image 1'] }),
    await library.delete({ ids: ['image 2'] }),
  ] as const
  expect(await library.restore(presses[0].press)).toBe(1)
  expect(hidden()).toBe(1)
  expect(await library.restore(presses[1].press)).toBe(1)
})
