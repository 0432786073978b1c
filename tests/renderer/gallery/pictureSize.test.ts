import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureSize } from '../../../renderer/features/gallery/picture/pictureSize'

test.each([
  // A tile of 148 x 148, and a picture of its shape: the larger thumbnail only where the screen can show it.
  [1, 1, { kind: 'small', width: 148 }],
  [1, 1.5, { kind: 'small', width: 222 }],
  [1, 2, { kind: 'thumb', width: 296 }],
  [1, 4, { kind: 'thumb', width: null }],
  // A wide picture is cut off at its sides: its height has to fill the tile.
  [1.5, 1, { kind: 'small', width: 222 }],
  [0.5, 1, { kind: 'thumb', width: 148 }],
] as const)('a square tile, a picture of ratio %s, at %s', (ratio, pixelRatio, size) => {
  expect(pictureSize({ width: 148, height: 148 }, ratio, pixelRatio)).toEqual(size)
})

test('fills the tile, with no more pixels than needed', () => {
  const edge = fc.integer({ min: 40, max: 400 })
  const shape = fc.tuple(edge, edge, fc.double({ min: 0.2, max: 5, noNaN: true }), fc.constantFrom(1, 1.5, 2))
  fc.assert(
    fc.property(shape, ([width, height, ratio, pixelRatio]) => {
      const size = pictureSize({ width, height }, ratio, pixelRatio)
      if (size.width === null) return
      expect(size.width).toBeGreaterThanOrEqual(width * pixelRatio)
      expect(size.width / ratio).toBeGreaterThanOrEqual(height * pixelRatio - 1e-6)
      const isExact = size.width - 1 < width * pixelRatio || (size.width - 1) / ratio < height * pixelRatio
      expect(isExact).toBe(true)
    }),
  )
})
