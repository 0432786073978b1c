import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  boxOf,
  type Frame,
  fitZoom,
  isLarger,
  type Point,
  panned,
  type View,
  zoomedBy,
  zoomedStep,
  zoomedTo,
  zoomOf,
  zoomToggled,
} from '../../../renderer/features/gallery/look/zoom'

const side = fc.integer({ min: 1, max: 16_000 })
const frames: fc.Arbitrary<Frame> = fc.record({
  picture: fc.record({ width: side, height: side }),
  stage: fc.record({
    width: fc.integer({ min: 200, max: 4000 }),
    height: fc.integer({ min: 200, max: 2000 }),
  }),
  density: fc.constantFrom(1, 1.25, 1.5, 2, 3),
})

type Move = (view: View | null, frame: Frame) => View | null

const share = fc.double({ min: 0, max: 1, noNaN: true })
const factor = fc.double({ min: 0.05, max: 20, noNaN: true })
const onStage = ({ stage }: Frame, x: number, y: number): Point => ({
  x: x * stage.width,
  y: y * stage.height,
})
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.tuple(factor, share, share).map(
    ([by, x, y]): Move =>
      (view, frame) =>
        zoomedBy(view, frame, by, onStage(frame, x, y)),
  ),
  fc.tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 })).map(
    ([x, y]): Move =>
      (view, frame) =>
        panned(view, frame, { x, y }),
  ),
  fc.constantFrom<Move>(
    (view, frame) => zoomedStep(view, frame, 1),
    (view, frame) => zoomedStep(view, frame, -1),
    (view, frame) => zoomedTo(view, frame, 1),
    (view, frame) => zoomToggled(view, frame),
  ),
)
const viewed = fc
  .tuple(frames, fc.array(moves, { maxLength: 8 }))
  .map(([frame, all]) => ({ frame, view: all.reduce<View | null>((view, move) => move(view, frame), null) }))

/** The point of the picture that is at a point of the stage, as shares of the picture. */
function under(view: View | null, frame: Frame, { x, y }: Point): Point {
  const { left, top, width, height } = boxOf(view, frame)
  return { x: (x - left) / width, y: (y - top) / height }
}

describe('the zoom of a picture', () => {
  test('keeps the point under the pointer there, unless an edge of the picture would leave a gap', () => {
    fc.assert(
      fc.property(viewed, factor, share, share, ({ frame, view }, by, x, y) => {
        const at = onStage(frame, x, y)
        const before = under(view, frame, at)
        const next = zoomedBy(view, frame, by, at)
        const after = under(next, frame, at)
        const box = boxOf(next, frame)
        for (const [axis, start, length, room] of [
          ['x', box.left, box.width, frame.stage.width],
          ['y', box.top, box.height, frame.stage.height],
        ] as const) {
          const isAtEdge = length <= room || start > -1e-6 || start + length < room + 1e-6
          if (!isAtEdge) expect(after[axis]).toBeCloseTo(before[axis], 6)
        }
      }),
    )
  })

  test('never goes beyond the edges, and centres what is smaller than the window', () => {
    fc.assert(
      fc.property(viewed, ({ frame, view }) => {
        const { left, top, width, height } = boxOf(view, frame)
        for (const [start, length, room] of [
          [left, width, frame.stage.width],
          [top, height, frame.stage.height],
        ] as const) {
          if (length <= room) expect(start).toBeCloseTo((room - length) / 2, 6)
          else {
            expect(start).toBeLessThanOrEqual(1e-6)
            expect(start + length).toBeGreaterThanOrEqual(room - 1e-6)
          }
        }
        expect(width / height).toBeCloseTo(frame.picture.width / frame.picture.height, 6)
      }),
    )
  })

  test('that fits shows the whole picture, as large as it can be, and never larger than its own size', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const { picture, stage, density } = frame
        const { width, height } = boxOf(null, frame)
        expect(isLarger(null, frame)).toBe(false)
        expect(width).toBeLessThanOrEqual(picture.width + 1e-6)
        const isWhole = width > picture.width - 1e-6
        const touches = width > stage.width - 33 || height > stage.height - 33
        expect(isWhole || touches).toBe(true)
        expect(fitZoom(frame)).toBeLessThanOrEqual(density)
      }),
    )
  })

  test('of 100 % shows each pixel of the picture once on the screen, at any density', () => {
    fc.assert(
      fc.property(viewed, ({ frame, view }) => {
        const whole = zoomedTo(view, frame, 1)
        expect(boxOf(whole, frame).width * frame.density).toBeCloseTo(frame.picture.width, 1)
      }),
    )
  })

  test('stays between all of the picture and sixteen times its size, and steps always end there', () => {
    fc.assert(
      fc.property(viewed, fc.constantFrom<1 | -1>(1, -1), ({ frame, view }, way) => {
        const least = Math.min(1, fitZoom(frame))
        let now = view
        for (let steps = 0; steps < 40; steps++) {
          expect(zoomOf(now, frame)).toBeGreaterThan(least / 1.01)
          expect(zoomOf(now, frame)).toBeLessThanOrEqual(16)
          now = zoomedStep(now, frame, way)
        }
        const end = way > 0 ? 16 : least
        expect(zoomOf(now, frame) / end).toBeCloseTo(1, 2)
      }),
    )
  })

  test('toggles between fit and 100 %, or twice fit for a small picture', () => {
    const stage = { width: 1000, height: 800 }
    const large: Frame = { picture: { width: 4000, height: 3000 }, stage, density: 1 }
    const near = zoomToggled(null, large, { x: 0, y: 0 })
    expect(zoomOf(near, large)).toBe(1)
    expect(zoomToggled(near, large)).toBeNull()
    const small: Frame = { picture: { width: 256, height: 256 }, stage, density: 1 }
    expect(zoomOf(zoomToggled(null, small), small)).toBe(2)
  })

  test('moves with the pointer, and at once back from an edge it was pulled against', () => {
    const frame: Frame = {
      picture: { width: 4000, height: 3000 },
      stage: { width: 1000, height: 800 },
      density: 1,
    }
    const whole = zoomedTo(null, frame, 1)
    const { left } = boxOf(whole, frame)
    expect(boxOf(panned(whole, frame, { x: 30, y: 0 }), frame).left).toBe(left + 30)
    const pulled = panned(panned(whole, frame, { x: 90_000, y: 0 }), frame, { x: -10, y: 0 })
    expect(boxOf(pulled, frame).left).toBe(-10)
    expect(panned(null, frame, { x: 30, y: 0 })).toBeNull()
  })
})
