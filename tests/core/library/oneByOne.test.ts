import { expect, test } from 'vitest'
import { oneByOne } from '../../../electron/core/library/oneByOne'
import { realClock } from '../../support/fakeClock'

/** Images of which each one fails; returns the numbers of those that were tried. */
async function tried(count: number, signal: AbortSignal): Promise<readonly number[]> {
  const numbers: number[] = []
  let reads = 0
  await oneByOne(
    async (id) => {
      numbers.push(Number(id))
      return false
    },
    {
      highest: () => {
        reads++
        return count
      },
      next: (before, limit) => {
        reads++
        const left = Array.from({ length: Math.min(limit, before - 1) }, (_, at) => before - 1 - at)
        return left.map((number) => ({ id: String(number), number }))
      },
      ...{ restMs: 0, clock: realClock, signal },
    },
  )
  expect(signal.aborted && reads > 0).toBe(false)
  return numbers
}

test('many failures in a row end what is done for one image after the other, the newest first', async () => {
  expect(await tried(30, new AbortController().signal)).toEqual(
    Array.from({ length: 20 }, (_, at) => 30 - at),
  )
  expect(await tried(3, new AbortController().signal)).toEqual([3, 2, 1])
})

test('nothing is read once the app ends: the database may be closed', async () => {
  expect(await tried(3, AbortSignal.abort())).toEqual([])
})
