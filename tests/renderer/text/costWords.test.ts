import { type Cost, costOf, noCost } from '@shared/model/cost'
import { describe, expect, test } from 'vitest'
import { batchCostWords, costWords, imagesCostWords, todayWords } from '../../../renderer/text/costWords'
import { createText } from '../../../renderer/text/i18n'

const { t } = createText()
const real = { demo: false }
const partly: Cost = { requests: 15, credits: 24, unpriced: 3, atLeast: false }

describe('a cost in words', () => {
  test.each<[Cost, string]>([
    [costOf(12, 2), 'about 24 credits'],
    [costOf(1, 1), 'about 1 credit'],
    [costOf(1, 0.5), 'about 0.5 credits'],
    [costOf(3, 0.0001), 'about 0.0003 credits'],
    [costOf(1, 1.1666), 'about 1.17 credits'],
    [costOf(1, 1.0004), 'about 1 credit'],
    [costOf(12, null), 'cost unknown'],
    [partly, 'about 24 credits plus 3 requests of unknown cost'],
    [costOf(1000, 2), 'about 2,000 credits'],
  ])('%o', (cost, words) => {
    expect(costWords(cost, t, real)).toBe(words)
  })

  test('is a least one with extra fields, whose price nobody knows', () => {
    expect(costWords(costOf(12, 2, true), t, real)).toBe('at least 24 credits')
    expect(costWords({ ...partly, atLeast: true }, t, real)).toBe(
      'at least 24 credits plus 3 requests of unknown cost',
    )
    expect(costWords(costOf(12, null, true), t, real)).toBe('cost unknown')
  })

  test('gives play money its own name', () => {
    expect(costWords(costOf(12, 2), t, { demo: true })).toBe('about 24 demo credits')
    expect(costWords(costOf(12, null), t, { demo: true })).toBe('cost unknown')
  })
})

describe('today in words', () => {
  test.each<[string, Cost, Cost, string]>([
    ['nothing', noCost, noCost, 'Nothing sent today'],
    ['sure', costOf(12, 2), noCost, 'About 24 credits today'],
    ['sure and maybe', costOf(12, 2), costOf(3, 2), 'About 24 credits today, up to 6 more'],
    ['maybe alone', noCost, costOf(3, 2), 'Up to 6 credits today'],
    ['unknown alone', noCost, costOf(3, null), 'Cost unknown today'],
    [
      'known and unknown',
      costOf(12, 2),
      costOf(1, null),
      'About 24 credits today, 1 request of unknown cost',
    ],
    [
      'partly unknown, and maybe',
      partly,
      costOf(1, 2),
      'About 24 credits today, up to 2 more, 3 requests of unknown cost',
    ],
  ])('%s', (_, surely, maybe, words) => {
    expect(todayWords({ surely, maybe }, t, real)).toBe(words)
  })
})

describe('a batch in words', () => {
  test.each<[string, Cost, Cost, Cost, string]>([
    ['waiting', costOf(25, 2), noCost, noCost, 'about 50 credits to come'],
    [
      'under way',
      costOf(25, 2),
      costOf(12, 2),
      costOf(3, 2),
      'about 50 credits to come, 24 spent, up to 6 more',
    ],
    ['just begun', costOf(25, 2), noCost, costOf(3, 2), 'about 50 credits to come, up to 6 spent'],
    ['of unknown cost', costOf(25, null), noCost, costOf(3, null), 'cost unknown'],
    [
      'whose price went',
      costOf(25, null),
      costOf(12, 2),
      noCost,
      'cost of the rest unknown, 24 credits spent',
    ],
  ])('%s', (_, waiting, surely, maybe, words) => {
    expect(batchCostWords({ waiting, surely, maybe }, t, real)).toBe(words)
  })
})

describe('images in words', () => {
  const cost = { surely: 0, maybe: 0, unknown: 0, demo: false }
  const own = { ...cost, connectionId: 'a', name: 'Studio', surely: 24, maybe: 2 }
  const unpriced = { ...cost, connectionId: 'b', name: 'Atelier', unknown: 3 }

  test('name what is known and what isn’t, by connection; nothing if nothing is known', () => {
    expect(imagesCostWords([own], t)).toBe('24 credits, up to 2 more')
    expect(imagesCostWords([own, unpriced], t)).toBe(
      '24 credits, up to 2 more on Studio, 3 images of unknown cost on Atelier',
    )
    expect(imagesCostWords([{ ...own, name: 'Demo', demo: true }, own], t)).toBe(
      '24 credits, up to 2 more on Studio, 24 demo credits, up to 2 more on Demo',
    )
    expect(imagesCostWords([unpriced], t)).toBeNull()
    expect(imagesCostWords([{ ...own, surely: 0, maybe: 0 }], t)).toBe('0 credits')
  })
})
