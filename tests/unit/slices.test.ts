import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inSlices } from '../../electron/core/slices'

/** Work whose rows take this many milliseconds each; tells the slices it was done in. */
async function done(rows: number, msPerRow: number): Promise<readonly number[]> {
  const slices: number[] = []
  let now = 0
  let left = rows
  const work = (size: number) => {
    const some = Math.min(left, size)
    slices.push(some)
    left -= some
    now += some * msPerRow
    return left > 0
  }
  await inSlices(work, { clock: { monotonic: () => now }, signal: new AbortController().signal })
  return slices
}

describe('work in slices', () => {
  test('takes larger ones as long as they are short', async () => {
    const slices = await done(100_000, 0.001)
    expect(slices.length).toBeLessThan(30)
    expect(Math.max(...slices) * 0.001).toBeLessThanOrEqual(15)
  })

  test('takes smaller ones once they are long', async () => {
    const slices = await done(2000, 0.1)
    expect(slices[0]).toBe(512)
    for (const slice of slices.slice(4)) expect(slice * 0.1).toBeLessThanOrEqual(15)
  })

  test('lets others have their turn in between', async () => {
    let slices = 0
    const ended = inSlices(() => ++slices < 20, {
      clock: { monotonic: () => 0 },
      signal: new AbortController().signal,
    })
    let turns = 0
    for (; slices < 20; turns++) await nextTurn()
    await ended
    expect(turns).toBe(19)
  })

  test('ends when the app quits', async () => {
    const quitting = new AbortController()
    let slices = 0
    const work = () => {
      if (++slices === 3) quitting.abort()
      return true
    }
    const ended = inSlices(work, { clock: { monotonic: () => 0 }, signal: quitting.signal })
    await expect(ended).rejects.toMatchObject({ error: { code: 'quitting' } })
    expect(slices).toBe(3)
  })
})
