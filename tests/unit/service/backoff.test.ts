import { expect, test } from 'vitest'
import { backoffMs } from '../../../electron/core/service/backoff'

test('the wait doubles with each failure up to a minute, anywhere from an eighth of its ceiling upwards', () => {
  const longest = () => 1
  expect([0, 1, 2, 3, 4, 5, 6, 7, 1000].map((tries) => backoffMs(tries, longest))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ])
  expect(backoffMs(3, () => 0)).toBe(1000)
  expect(backoffMs(3, () => 0.5)).toBe(4500)
  expect(backoffMs(-1, longest)).toBe(1000)
})
