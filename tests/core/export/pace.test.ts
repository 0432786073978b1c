import { expect, test } from 'vitest'
import { createPace } from '../../../electron/core/export/pace'

/** A pace, and files that are written each so many milliseconds. */
function setUp() {
  let now = 0
  const pace = createPace({ monotonic: () => now })
  pace.begin()
  const write = (files: number, ms: number): void => {
    for (let file = 0; file < files; file++) {
      now += ms
      pace.note()
    }
  }
  return { pace, write }
}

test('says nothing until it means something', () => {
  const { pace, write } = setUp()
  write(19, 100)
  expect(pace.now(100)).toEqual({ perSecond: null, leftMs: null })
  write(1, 100)
  expect(pace.now(100)).toEqual({ perSecond: 10, leftMs: 10_000 })
})

test('is that of the last seconds, and doesn’t jump with one file', () => {
  const { pace, write } = setUp()
  write(1_000, 10)
  write(100, 100)
  expect(pace.now(60).perSecond).toBeCloseTo(10, 0)
  write(1, 1_000)
  expect(pace.now(60).perSecond).toBeGreaterThan(8)
})

test('knows slow files, of which few are written in that time', () => {
  const { pace, write } = setUp()
  write(8, 12_000)
  expect(pace.now(10)).toEqual({ perSecond: 1 / 12, leftMs: 120_000 })
})
