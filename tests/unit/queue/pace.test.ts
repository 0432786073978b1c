import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pollIntervalMs } from '../../../electron/core/queue/pollPace'
import { createTokenBucket } from '../../../electron/core/queue/tokenBucket'

const middle = () => 0.5
const minute = 60_000

describe('the interval between polls', () => {
  test.each([
    [0, 1000],
    [10_000, 2200],
    [75_000, 10_000],
    [9 * minute, 10_000],
  ])('at an age of %i ms is %i ms', (ageMs, expected) => {
    expect(pollIntervalMs({ ageMs, unknownForMs: null }, middle)).toBeCloseTo(expected)
  })

  test('doubles once the task is overdue, up to an hour', () => {
    let ageMs = 10 * minute + 10_000
    const intervals = []
    for (let poll = 0; poll < 14; poll++) {
      const interval = pollIntervalMs({ ageMs, unknownForMs: null }, middle)
      intervals.push(interval)
      ageMs += interval
    }
    expect(intervals.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(intervals.at(-1)).toBe(60 * minute)
  })

  test('stays quick for a minute in which the task is unknown, then slows', () => {
    expect(pollIntervalMs({ ageMs: 5000, unknownForMs: 59_000 }, middle)).toBeLessThan(2000)
    expect(pollIntervalMs({ ageMs: 5000, unknownForMs: 11 * minute }, middle)).toBe(10 * minute)
  })

  test('varies by 15 percent and never leaves its bounds', () => {
    const task = fc.record({
      ageMs: fc.integer({ min: 0, max: 30 * 24 * 60 * minute }),
      unknownForMs: fc.option(fc.integer({ min: 0, max: 48 * 60 * minute })),
    })
    fc.assert(
      fc.property(task, fc.double({ min: 0, max: 1, noNaN: true }), (given, random) => {
        const ms = pollIntervalMs(given, () => random)
        expect(ms).toBeGreaterThanOrEqual(850)
        expect(ms).toBeLessThanOrEqual(1.15 * 60 * minute)
      }),
    )
  })
})

describe('the token bucket', () => {
  test('lets a second’s worth through at once and then its rate', () => {
    const bucket = createTokenBucket(10, 0)
    const taken = (from: number, ms: number) => {
      let count = 0
      for (let now = from; now < from + ms; now++) if (bucket.take(now)) count++
      return count
    }
    expect(taken(0, 1)).toBe(1)
    expect(taken(1, 10)).toBe(9)
    expect(taken(1000, 10_000)).toBeGreaterThanOrEqual(100)
    expect(taken(11_000, 10_000)).toBeLessThanOrEqual(101)
  })

  test('says when the next token is there', () => {
    const bucket = createTokenBucket(1, 0)
    expect(bucket.take(0)).toBe(true)
    expect(bucket.nextAt(0)).toBe(1000)
    expect(bucket.take(999)).toBe(false)
    expect(bucket.take(1000)).toBe(true)
  })

  test('halves its rate when told to, and comes back by steps', () => {
    const bucket = createTokenBucket(1, 0)
    bucket.take(0)
    bucket.slow(0)
    expect(bucket.nextAt(0)).toBe(2000)
    bucket.slow(0)
    expect(bucket.nextAt(0)).toBe(4000)
    for (let now = 0; now <= 60_000; now += 100) bucket.take(now)
    while (bucket.take(60_000));
    expect(bucket.nextAt(60_000) - 60_000).toBeLessThanOrEqual(1000)
  })
})
