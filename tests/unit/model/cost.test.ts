import { addCosts, costOf, creditsSchema, fitsCap, noCost } from '@shared/model/cost'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** An amount as a user may enter it, in ten-thousandths of a credit. */
const parts = fc.integer({ min: 0, max: 10_000_000_000 })
const requests = fc.integer({ min: 0, max: 10_000 })
const credits = (value: number) => value / 10_000

describe('a price', () => {
  test('is any number with at most four decimals', () => {
    fc.assert(fc.property(parts, (value) => creditsSchema.safeParse(credits(value)).success))
  })

  test.each([-1, 0.00001, 1.23456, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY])('is not %d', (value) => {
    expect(creditsSchema.safeParse(value).success).toBe(false)
  })
})

describe('a sum', () => {
  test('is exact: not a ten-thousandth of a credit is lost or added, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(requests, parts), { maxLength: 50 }), (rows) => {
        const costs = rows.map(([count, price]) => costOf(count, credits(price)))
        const exact = rows.reduce((sum, [count, price]) => sum + BigInt(count) * BigInt(price), 0n)
        fc.pre(exact < BigInt(Number.MAX_SAFE_INTEGER))
        expect(BigInt(Math.round(addCosts(costs).credits * 10_000))).toBe(exact)
        expect(addCosts(costs.toReversed())).toEqual(addCosts(costs))
      }),
    )
  })

  test('of ten tenths is one', () => {
    expect(addCosts(Array.from({ length: 10 }, () => costOf(1, 0.1))).credits).toBe(1)
  })

  test('counts items without a price and never calls them 0', () => {
    const price = fc.option(parts.map(credits))
    fc.assert(
      fc.property(fc.array(fc.tuple(requests, price)), (rows) => {
        const sum = addCosts(rows.map(([count, each]) => costOf(count, each)))
        const unpriced = rows.filter(([, each]) => each === null)
        expect(sum.requests).toBe(rows.reduce((total, [count]) => total + count, 0))
        expect(sum.unpriced).toBe(unpriced.reduce((total, [count]) => total + count, 0))
      }),
    )
  })

  test('of nothing is nothing', () => {
    expect(addCosts([])).toEqual(noCost)
  })
})

describe('a cap', () => {
  test('is never exceeded and always filled as far as one more request fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 1, max: 9_999 }), (cap, price) => {
        let sent = 0
        while (fitsCap(credits(cap), costOf(sent, credits(price)).credits, credits(price))) sent++
        expect(sent).toBe(Math.floor(cap / price))
      }),
      { numRuns: 50 },
    )
  })

  test('of three tenths allows three requests of a tenth', () => {
    expect(fitsCap(0.3, 0.1 + 0.1, 0.1)).toBe(true)
    expect(fitsCap(0.3, 0.1 + 0.1 + 0.1, 0.1)).toBe(false)
  })
})
