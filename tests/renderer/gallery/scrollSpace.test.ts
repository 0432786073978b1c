import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  atRest,
  elementHeight,
  heightCap,
  nativeOf,
  offsetAt,
  offsetMaximum,
  offsetOf,
  positionAt,
  type ScrollSpace,
  scrolledTo,
} from '../../../renderer/features/gallery/layout/scrollSpace'

/** Lists of up to 1,000,000 rows of 320 px, at each device scale and zoom that Chromium has. */
const spaces = fc.record({
  height: fc.integer({ min: 1, max: 320_000_000 }),
  view: fc.integer({ min: 100, max: 2200 }),
  cap: fc.constantFrom(1, 1.1, 1.25, 1.5, 2, 3, 4, 7.5, 15).map(heightCap),
})
const shares = fc.double({ min: 0, max: 1, noNaN: true })
const nativeEnd = (space: ScrollSpace) => Math.max(0, elementHeight(space) - space.view)

describe('the space of a long list', () => {
  test('never has an element that Chromium doesn’t draw, and is the list’s own while that can be drawn', () => {
    fc.assert(
      fc.property(spaces, shares, (space, share) => {
        expect(elementHeight(space)).toBeLessThanOrEqual(space.cap)
        if (space.height > space.cap) return
        const offset = share * offsetMaximum(space)
        expect(nativeOf(space, offset)).toBe(offset)
        expect(positionAt(space, offset)).toEqual({ native: offset, base: 0 })
      }),
    )
    expect(heightCap(4) * 4).toBeLessThan(33_554_428)
  })

  test('has every offset at one place of the element, in order, from end to end', () => {
    fc.assert(
      fc.property(spaces, shares, shares, (space, one, other) => {
        const [low, high] = [one, other]
          .toSorted((a, b) => a - b)
          .map((share) => share * offsetMaximum(space))
        expect(nativeOf(space, low ?? 0)).toBeLessThanOrEqual(nativeOf(space, high ?? 0))
        expect(offsetOf(space, nativeOf(space, low ?? 0))).toBeCloseTo(low ?? 0, 3)
        expect(nativeOf(space, 0)).toBe(0)
        expect(nativeOf(space, offsetMaximum(space))).toBe(nativeEnd(space))
      }),
    )
  })

  test('is scrolled to any offset exactly, within the element', () => {
    fc.assert(
      fc.property(spaces, shares, (space, share) => {
        const offset = Math.round(share * offsetMaximum(space))
        const position = positionAt(space, offset)
        expect(offsetAt(position)).toBe(offset)
        expect(position.native).toBeGreaterThanOrEqual(0)
        expect(position.native).toBeLessThanOrEqual(nativeEnd(space))
      }),
    )
  })
})

describe('scrolling', () => {
  test('by the wheel moves the list as far as the element, to both ends and not beyond, without drift', () => {
    fc.assert(
      fc.property(
        spaces,
        shares,
        fc.integer({ min: -5000, max: 5000 }),
        fc.array(fc.record({ by: fc.integer({ min: -900, max: 900 }), rests: fc.boolean() }), {
          maxLength: 60,
        }),
        (space, share, shift, steps) => {
          const most = offsetMaximum(space)
          let expected = Math.round(share * most)
          const start = positionAt(space, expected)
          // Images that came above while it moved.
          const native = Math.min(nativeEnd(space), Math.max(0, start.native + shift))
          let position = scrolledTo(space, { native, base: expected - native }, native, false)
          expect(offsetAt(position)).toBe(expected)
          for (const { by, rests } of steps) {
            const to = Math.min(nativeEnd(space), Math.max(0, position.native + by))
            expected = Math.min(most, Math.max(0, expected + to - position.native))
            position = scrolledTo(space, position, to, false)
            if (rests) position = atRest(space, position)
            expect(offsetAt(position)).toBe(expected)
            // Where the list goes on, so does the element.
            expect(position.native > 0 || expected === 0).toBe(true)
            expect(position.native < nativeEnd(space) || expected === most).toBe(true)
          }
        },
      ),
    )
  })

  test('by the thumb reaches both ends, and each place between at its share of the bar', () => {
    fc.assert(
      fc.property(spaces, fc.array(shares, { minLength: 1, maxLength: 20 }), (space, thumb) => {
        fc.pre(space.height > space.cap)
        let position = positionAt(space, 0)
        for (const share of [...thumb, 1, 0, 1]) {
          position = scrolledTo(space, position, share * nativeEnd(space), true)
          expect(Math.abs(offsetAt(position) / offsetMaximum(space) - share)).toBeLessThan(0.06)
        }
        expect(offsetAt(position)).toBe(offsetMaximum(space))
        expect(offsetAt(scrolledTo(space, position, 0, true))).toBe(0)
      }),
    )
  })
})
