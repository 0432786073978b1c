import fc from 'fast-check'
import { expect, test } from 'vitest'

test('a failed property says its seed, what it was tried with and what was wrong', () => {
  const property = fc.property(fc.integer({ min: 5, max: 5 }), (wings) => {
    throw new Error(`a heron with ${wings} wings`)
  })
  expect(() => fc.assert(property, { seed: 7 })).toThrow(
    /seed: 7.*Counterexample: \[5\].*a heron with 5 wings/s,
  )
})
