import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createImageCosts } from '../../../electron/core/library/imageCosts'
import { realClock } from '../../support/fakeClock'
import { databaseCopies } from '../../support/testDatabase'

/** Costs behind a list that is read until `end` is called. */
function behindList() {
  const db = databaseCopies()()
  const costs = createImageCosts({ db, clock: realClock })
  let end = () => {}
  const list = costs.ahead(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  return { db, costs, list, end }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

describe('costs beside a list that is read', () => {
  test('wait until it is there', async () => {
    const { db, costs, list, end } = behindList()
    const settled = costs.settleBehind()
    await turns()
    expect(costs.isSettled()).toBe(false)
    end()
    await list
    await settled
    expect(costs.isSettled()).toBe(true)
    db.close()
  })

  test('are read at once if the list needs them', async () => {
    const { db, costs, list, end } = behindList()
    const settled = costs.settleBehind()
    await costs.settle()
    await settled
    expect(costs.isSettled()).toBe(true)
    end()
    await list
    db.close()
  })

  test('are read after a list that failed', async () => {
    const db = databaseCopies()()
    const costs = createImageCosts({ db, clock: realClock })
    await expect(costs.ahead(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
    await costs.settleBehind()
    expect(costs.isSettled()).toBe(true)
    db.close()
  })

  test('stop with the app while they wait', async () => {
    const { db, costs } = behindList()
    const settled = costs.settleBehind()
    await turns()
    costs.stop()
    await expect(settled).rejects.toMatchObject({ error: { code: 'quitting' } })
    db.close()
  })
})
