import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedColumns } from '../../../../renderer/features/gallery/compare/columns'
import {
  comparedSizes,
  type SharedView,
  sharedBy,
  viewIn,
} from '../../../../renderer/features/gallery/compare/sharedView'
import {
  boxOf,
  type Frame,
  panned,
  type Size,
  type View,
  zoomedBy,
  zoomedStep,
  zoomToggled,
} from '../../../../renderer/features/gallery/look/zoom'

const side = fc.integer({ min: 16, max: 6000 })
const pictures = fc.array(fc.record({ width: side, height: side }), { minLength: 2, maxLength: 4 })
const stages = fc.record({
  width: fc.integer({ min: 100, max: 2000 }),
  height: fc.integer({ min: 100, max: 1500 }),
})

type Step = (view: View | null, frame: Frame) => View | null
const share = fc.double({ min: 0, max: 1, noNaN: true })
const pixels = fc.integer({ min: -900, max: 900 })
/** What the user does to one of the pictures. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    (view, frame) => zoomedStep(view, frame, 1),
    (view, frame) => zoomedStep(view, frame, -1),
    (view, frame) => zoomToggled(view, frame),
  ),
  fc.tuple(fc.double({ min: 0.3, max: 3, noNaN: true }), share, share).map(
    ([factor, x, y]): Step =>
      (view, frame) =>
        zoomedBy(view, frame, factor, { x: x * frame.stage.width, y: y * frame.stage.height }),
  ),
  fc.tuple(pixels, pixels).map(
    ([x, y]): Step =>
      (view, frame) =>
        panned(view, frame, { x, y }),
  ),
)

const framesOf = (all: readonly Size[], stage: Size, density: number): readonly Frame[] =>
  comparedSizes(all).map((picture) => ({ picture, stage, density }))

const inputs = fc.record({
  all: pictures,
  stage: stages,
  density: fc.constantFrom(1, 1.25, 2),
  steps: fc.array(fc.tuple(fc.nat({ max: 3 }), step), { maxLength: 12 }),
})

function sharedAfter(
  frames: readonly Frame[],
  steps: readonly (readonly [number, Step])[],
): SharedView | null {
  let shared: SharedView | null = null
  for (const [at, does] of steps) {
    const frame = frames[at % frames.length]
    if (frame !== undefined) shared = sharedBy(does(viewIn(shared, frame), frame), frame, shared)
  }
  return shared
}

/** Which share of a picture is in the middle of its stage; null along a side on which all of it is in view. */
function middleOf(shared: SharedView | null, frame: Frame) {
  const { left, top, width, height } = boxOf(viewIn(shared, frame), frame)
  const { stage } = frame
  return {
    x: width > stage.width ? (stage.width / 2 - left) / width : null,
    y: height > stage.height ? (stage.height / 2 - top) / height : null,
    /** How near to an edge the middle of the stage can come, in shares. */
    margin: { x: stage.width / 2 / width, y: stage.height / 2 / height },
  }
}

test('each picture shows the same point in the middle, as far as its edges allow', () => {
  fc.assert(
    fc.property(inputs, ({ all, stage, density, steps }) => {
      const frames = framesOf(all, stage, density)
      const shared = sharedAfter(frames, steps)
      if (shared === null) return
      for (const frame of frames) {
        const middle = middleOf(shared, frame)
        for (const axis of ['x', 'y'] as const) {
          const seen = middle[axis]
          if (seen === null) continue
          const margin = middle.margin[axis]
          expect(seen).toBeCloseTo(Math.min(1 - margin, Math.max(margin, shared.centre[axis])), 6)
        }
      }
    }),
  )
})

test('pictures of one shape show the same part, however many pixels they have', () => {
  const alike = fc.record({
    picture: fc.record({ width: side, height: side }),
    scales: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
  })
  fc.assert(
    fc.property(alike, inputs, ({ picture, scales }, { stage, density, steps }) => {
      const all = scales.map((scale) => ({ width: picture.width * scale, height: picture.height * scale }))
      const frames = framesOf(all, stage, density)
      const shared = sharedAfter(frames, steps)
      const [first, ...others] = frames.map((frame) => boxOf(viewIn(shared, frame), frame))
      for (const box of others) {
        expect(box.left).toBeCloseTo(first?.left ?? Number.NaN, 4)
        expect(box.top).toBeCloseTo(first?.top ?? Number.NaN, 4)
        expect(box.width).toBeCloseTo(first?.width ?? Number.NaN, 4)
      }
    }),
  )
})

test('a side on which a picture is wholly in view leaves the others where they are', () => {
  const stage = { width: 400, height: 400 }
  const wide: Frame = { picture: { width: 2000, height: 200 }, stage, density: 1 }
  const high: Frame = { picture: { width: 200, height: 2000 }, stage, density: 1 }
  const full = sharedBy(zoomToggled(null, high), high, null)
  const moved = sharedBy(panned(viewIn(full, high), high, { x: 0, y: 300 }), high, full)
  expect(moved?.centre).toEqual({ x: 0.5, y: 0.35 })
  const both = sharedBy(panned(viewIn(moved, wide), wide, { x: 300, y: 300 }), wide, moved)
  expect(both?.centre).toEqual({ x: 0.35, y: 0.35 })
})

test('pictures of other shapes keep their own pixels', () => {
  expect(
    comparedSizes([
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
      { width: 512, height: 512 },
      { width: 511, height: 512 },
    ]),
  ).toEqual(
    [
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
      { width: 1024, height: 1024 },
      { width: 1022, height: 1024 },
    ].map((size) => ({ width: expect.closeTo(size.width, -1), height: expect.closeTo(size.height, -1) })),
  )
})

test.each([
  ['two squares', [1, 1], 2],
  ['two panoramas', [4, 4], 1],
  ['three squares', [1, 1, 1], 3],
  ['four squares', [1, 1, 1, 1], 2],
  ['four portraits', [0.4, 0.4, 0.4, 0.4], 4],
  ['two before the window is measured', [1, 1], 2],
])('%s are side by side where that shows most', (name, ratios, columns) => {
  const room = name.includes('before') ? { width: 0, height: 0 } : { width: 1248, height: 720 }
  const sizes = ratios.map((ratio) => ({ width: 1000 * ratio, height: 1000 }))
  expect(comparedColumns(sizes, room)).toBe(columns)
})
