import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { createGallery, type Gallery } from '../../../electron/core/library/gallery'
import { createImageCosts } from '../../../electron/core/library/imageCosts'
import { addImages } from '../../support/addImages'
import { realClock } from '../../support/fakeClock'
import { testDatabase } from '../../support/testDatabase'

/** No time passes but by `pass`, however slow the machine is. */
function stoppedClock() {
  let now = 0
  return {
    clock: { ...realClock, monotonic: () => now },
    pass: (ms: number) => {
      now += ms
    },
  }
}

/** Of more images than the first slice reads. */
const prompts = Array.from({ length: 3000 }, (_, n) => `fern ${n}`)

/** Costs, and a list ahead of them that is read until `end` is called. */
function behindList() {
  const db = testDatabase()
  addImages(db, prompts)
  const { clock, pass } = stoppedClock()
  const costs = createImageCosts({ db, clock })
  let end = () => {}
  const read = () =>
    costs.ahead(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
  return { costs, pass, read, end: () => end() }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await nextTurn()
}

describe('costs beside a list that is read', () => {
  test('wait until it is there', async () => {
    const { costs, read, end } = behindList()
    const list = read()
    const settled = costs.settleBehind()
    await turns()
    expect(costs.isSettled()).toBe(false)
    end()
    await Promise.all([list, settled])
    expect(costs.isSettled()).toBe(true)
  })

  test('wait for it also when they are half read', async () => {
    const { costs, read, end } = behindList()
    const settled = costs.settleBehind()
    const list = read()
    await turns()
    expect(costs.isSettled()).toBe(false)
    end()
    await Promise.all([list, settled])
    expect(costs.isSettled()).toBe(true)
  })

  test('are read at once if the list needs them, and wait for the next one', async () => {
    const { costs, read, end } = behindList()
    const list = read()
    const settled = costs.settleBehind()
    await Promise.all([costs.settle(), settled])
    expect(costs.isSettled()).toBe(true)
    let isOver = false
    const other = costs.settleBehind().then(() => {
      isOver = true
    })
    await turns()
    expect(isOver).toBe(false)
    end()
    await Promise.all([list, other])
  })

  test('wait no longer than a tenth of a second for each slice', async () => {
    const { costs, pass, read } = behindList()
    void read()
    const settled = costs.settleBehind()
    const waiting = setInterval(() => pass(100), 1)
    await settled.finally(() => clearInterval(waiting))
    expect(costs.isSettled()).toBe(true)
  })

  test('are read after a list that failed', async () => {
    const { costs } = behindList()
    await expect(costs.ahead(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
    await costs.settleBehind()
    expect(costs.isSettled()).toBe(true)
  })

  test('stop with the app while they wait', async () => {
    const { costs, read } = behindList()
    void read()
    const settled = costs.settleBehind()
    costs.stop()
    await expect(settled).rejects.toMatchObject({ error: { code: 'quitting' } })
  })

  test.each([
    ['an outline', ({ lists }: Gallery) => lists.outline({ text: 'fern' })],
    ['a page', ({ lists }: Gallery) => lists.page({ text: 'fern' }, 0, 200)],
  ])('none is read for the sums of a list before %s is there', async (_, read) => {
    const db = testDatabase()
    addImages(db, prompts)
    const steps: string[] = []
    const watched: Database = {
      ...db,
      all(sql, params) {
        if (sql.includes('FROM attempts')) steps.push('cost')
        return db.all(sql, params)
      },
    }
    const gallery = createGallery({ db: watched, clock: stoppedClock().clock, revision: () => 0 })
    const list = read(gallery).then(() => steps.push('list'))
    await Promise.all([list, gallery.lists.costs({ text: '' })])
    expect(steps[0]).toBe('list')
    expect(steps).toContain('cost')
  })
})
