import { addCosts } from '@shared/model/cost'
import { costOfRequests, priceOf, pricesSchema } from '@shared/model/prices'
import { describe, expect, test } from 'vitest'

const prices = pricesSchema.parse({
  free: 0,
  plain: 2.5,
  each: { per: 'image', credits: 2, sizes: { '1536x1024': 3, '512x512': 0.5 } },
  sized: { per: 'request', credits: 2, sizes: { '1536x1024': 3 } },
  onlyWide: { per: 'image', credits: null, sizes: { '1536x1024': 3 } },
})
const credits = (model: string, asked: { size?: string; n?: number } = {}) =>
  priceOf(prices, { model, ...asked })?.credits ?? null

describe('the price of a request', () => {
  test('is a number’s own whatever it asks for, as in every older profile', () => {
    expect(credits('plain', { size: '1536x1024', n: 4 })).toBe(2.5)
    expect(credits('free')).toBe(0)
    for (const model of ['other', 'constructor', 'toString', '__proto__', ''])
      expect(credits(model)).toBeNull()
  })

  test('is that of each of its images, where images are billed', () => {
    expect(priceOf(prices, { model: 'each', size: '1024x1024', n: 4 })).toEqual({ credits: 8, perImage: 2 })
    expect(credits('each', { size: '512x512', n: 3 })).toBe(1.5)
  })

  test('is that of its size, once for the request', () => {
    expect(credits('sized', { size: '1536x1024', n: 4 })).toBe(3)
    expect(credits('sized', { size: '1024x1024', n: 4 })).toBe(2)
  })

  test('is the highest if the service chooses the size, and unknown if that may have no price', () => {
    expect(credits('each')).toBe(3)
    expect(credits('sized', { size: '' })).toBe(3)
    expect(credits('onlyWide', { size: '1536x1024', n: 2 })).toBe(6)
    expect(credits('onlyWide', { size: '1024x1024' })).toBeNull()
    expect(credits('onlyWide')).toBeNull()
  })
})

test('a sum says what is billed: images, requests, or some of both', () => {
  const image = costOfRequests(2, prices, { model: 'each', size: '1024x1024', n: 4 })
  const request = costOfRequests(1, prices, { model: 'plain' })
  const unknown = costOfRequests(1, prices, { model: 'other' })
  expect(addCosts([image, unknown])).toMatchObject({
    requests: 3,
    credits: 16,
    unpriced: 1,
    billing: 'image',
  })
  expect(addCosts([request, image]).billing).toBe('both')
  expect(addCosts([image, request]).billing).toBe('both')
  expect(addCosts([request, unknown])).not.toHaveProperty('billing')
})
