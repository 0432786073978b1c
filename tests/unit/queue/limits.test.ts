import { describe, expect, test } from 'vitest'
import { createInFlightLimit } from '../../../electron/core/queue/engine/pace/connectionPace'
import { createTokenBucket } from '../../../electron/core/queue/engine/pace/tokenBucket'

describe('the number in flight', () => {
  test('is not limited until the service refuses one too many, then is halved and recovers in steps', () => {
    const limit = createInFlightLimit()
    expect(limit.at(0, 24)).toBe(Number.POSITIVE_INFINITY)
    limit.halve(0, 16)
    expect(limit.at(9999, 24)).toBe(8)
    expect(limit.at(10_000, 24)).toBe(11)
    expect(limit.at(50_000, 24)).toBe(23)
    expect(limit.at(60_000, 24)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is never less than one', () => {
    const limit = createInFlightLimit()
    limit.halve(0, 1)
    expect(limit.at(0, 4)).toBe(1)
    expect(limit.at(10_000, 4)).toBe(2)
  })
})

describe('the token bucket', () => {
  test('allows a second’s worth at once and then its rate', () => {
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

  test('reports when the next token is available', () => {
    const bucket = createTokenBucket(1, 0)
    expect(bucket.take(0)).toBe(true)
    expect(bucket.nextAt(0)).toBe(1000)
    expect(bucket.take(999)).toBe(false)
    expect(bucket.take(1000)).toBe(true)
  })

  test('halves its rate on request, and recovers in steps', () => {
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
