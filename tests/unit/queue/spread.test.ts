import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from '../../../electron/core/queue/commands/spread'

const position = fc.double({ min: -1e9, max: 1e9, noNaN: true })
const end = fc.option(position)
const count = fc.integer({ min: 1, max: 200 })

test('rows are in order and strictly inside their gap, or the gap has no room', () => {
  fc.assert(
    fc.property(end, end, count, (one, other, rows) => {
      const [before, after] = one !== null && other !== null && one > other ? [other, one] : [one, other]
      const found = spread(before, after, rows)
      if (found === null) return
      const places = Array.from({ length: rows }, (_, at) => found.start + found.step * (at + 1))
      const line = [before ?? Number.NEGATIVE_INFINITY, ...places, after ?? Number.POSITIVE_INFINITY]
      for (const [at, place] of line.entries())
        if (at > 0) expect(place).toBeGreaterThan(line[at - 1] ?? place)
    }),
  )
})

test('whole numbers leave room for ten thousand between them', () => {
  expect(spread(99_999, 100_000, 10_000)).not.toBeNull()
})

test('a gap that is halved again and again runs out, and reports it', () => {
  let after = 2
  let halvings = 0
  for (let found = spread(1, after, 1); found !== null; found = spread(1, after, 1)) {
    after = found.start + found.step
    halvings++
  }
  expect(halvings).toBeGreaterThan(40)
})
