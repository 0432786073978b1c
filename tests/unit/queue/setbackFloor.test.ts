import { expect, test } from 'vitest'
import { floorMs, setbacksAfter } from '../../../electron/core/queue/engine/pace/connectionPace'

test('the floor of a wait doubles with each setback in a row, up to 20 s', () => {
  expect([0, 1, 2, 3, 4, 5, 1000].map(floorMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000])
})

test('a wait shows the minimum number of setbacks, so that the next one is longer', () => {
  for (const setbacks of [0, 1, 2, 3, 4]) expect(setbacksAfter(floorMs(setbacks))).toBe(setbacks + 1)
  expect(setbacksAfter(0)).toBe(0)
  expect(floorMs(setbacksAfter(24 * 3_600_000))).toBe(20_000)
})
