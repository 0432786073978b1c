import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsBetween, readPosition } from '../../../../electron/core/library/collections/positions'

const places = (after: string | null, before: string | null, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => positionsBetween(after, before, count)(place))

test('there is room for any number of places anywhere, in order, however often', () => {
  const insertion = fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(fc.array(insertion, { maxLength: 40 }), (insertions) => {
      let line: string[] = []
      for (const { at, count } of insertions) {
        const index = at % (line.length + 1)
        const made = places(line[index - 1] ?? null, line[index] ?? null, count)
        line = line.toSpliced(index, 0, ...made)
        expect(line).toEqual([...new Set(line)].sort())
        expect(line.map(readPosition)).toEqual(line)
      }
    }),
  )
})

test('a thousand moves to the same place keep positions short enough for a record', () => {
  const [first = '', last = ''] = places(null, null, 2)
  let before = last
  for (let move = 0; move < 1000; move++) before = positionsBetween(first, before, 1)(0)
  expect(before > first).toBe(true)
  expect(readPosition(before)).toBe(before)
  let after = first
  for (let move = 0; move < 1000; move++) after = positionsBetween(after, last, 1)(0)
  expect(after < last).toBe(true)
  expect(readPosition(after)).toBe(after)
})

test.each(['0000000000000001', 'ffffffffffffffff', 'ffffffffffffffff8', '00000000000000000001'])(
  'there is room on both sides of %s, which a record may say',
  (extreme) => {
    const [below = ''] = places(null, extreme, 3)
    const above = places(extreme, null, 3).at(-1) ?? ''
    expect([above, below, extreme].sort()).toEqual([below, extreme, above])
  },
)

test.each(['', '8', '800000000000000', 'g000000000000000', '80000000 0000000', 'A000000000000000'])(
  '%j is no position',
  (text) => expect(readPosition(text)).toBe(null),
)

test('what is the same place reads the same', () => {
  expect(readPosition('8000000000000000500')).toBe('80000000000000005')
  expect(readPosition('8000000000000000000')).toBe('8000000000000000')
})
