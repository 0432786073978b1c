import { expect, test } from 'vitest'
import { sameData } from '../../../renderer/stores/sameData'

test.each([
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: null }, { a: null }, true],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
  [[], {}, false],
  [{ a: null }, {}, false],
  [{ a: undefined }, { a: 1 }, false],
  [{}, { constructor: 'x' }, false],
  [{ toString: 'x' }, {}, false],
])('%j and %j are the same: %s', (a, b, same) => {
  expect(sameData(a, b)).toBe(same)
})
