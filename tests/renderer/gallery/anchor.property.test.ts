import { type Image, ratioByte } from '@shared/model/image'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListView, nextView } from '../../../renderer/features/gallery/anchor'
import { galleryPlan } from '../../../renderer/features/gallery/layout/galleryPlan'
import type { LayoutKind } from '../../../renderer/features/gallery/layout/layout'
import { layoutOptions } from '../../../renderer/features/gallery/layout/layoutOptions'
import { boxOfTile } from '../../../renderer/features/gallery/layout/rowBoxes'
import type { GalleryRows } from '../../../renderer/stores/galleryRows'
import type { Stacks } from '../../../renderer/stores/stacking'
import { imageSample } from '../../support/galleryStandIn'
import { rowsOf } from '../../support/layoutRows'

const view = 700
const screen = 800
const ratios = [0.5, 0.66, 1, 1, 1, 1.5, 1.78, 3]

interface Listed {
  readonly image: Image
  readonly day: number
  readonly ratio: number
}

/** The list as the window holds it: its rows are known, and its days and shapes are those of the images. */
function inputsOf(
  list: readonly Listed[],
  text: string,
  options: ReturnType<typeof layoutOptions>,
  stacks: Stacks | null = null,
) {
  const days = new Map<number, number>()
  for (const { day } of list) days.set(day, (days.get(day) ?? 0) + 1)
  const rows: GalleryRows = { fresh: new Map(), stale: new Map(list.map(({ image }, at) => [at, image])) }
  const shape = {
    revision: 1,
    text,
    sort: 'new',
    batchId: null,
    stacks,
    stackCounts: null,
    total: list.length,
    days: [...days].map(([day, count]) => ({ day: `day ${day}`, count })),
    flags: { kept: 0, rejected: 0 },
    ratios: Uint8Array.from(list, ({ ratio }) => ratioByte(ratio, 1)),
    colours: new Uint16Array(list.length),
  } as const
  return { plan: galleryPlan(shape, [], []), rows, options, view }
}

const boxIn = ({ layout, offset }: ListView, tile: number) => {
  const box = boxOfTile(layout, tile)
  return box && { ...box, top: box.top - offset }
}

/** The tile that is to stay: the focused one if it is in view, else the one whose centre is nearest to that of the view. */
function anchorOf(shown: ListView, list: readonly Listed[], stays: (id: string) => boolean, focused: string) {
  const tiles = list.flatMap(({ image }, tile) => {
    const box = boxIn(shown, tile)
    if (box === null || !stays(image.id) || box.top >= view || box.top + box.height <= 0) return []
    const middle = [box.left + box.width / 2 - shown.layout.options.width / 2, box.top + box.height / 2]
    return [{ image, tile, distance: Math.hypot(middle[0] ?? 0, (middle[1] ?? 0) - view / 2) }]
  })
  return (
    tiles.find(({ image }) => image.id === focused) ??
    tiles.toSorted((a, b) => a.distance - b.distance)[0] ??
    null
  )
}

const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      at: fc.nat(),
      many: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      at: fc.nat(),
      many: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('filter' as const),
      at: fc.nat(),
      many: fc.integer({ min: 2, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('scroll' as const), at: fc.nat(), many: fc.constant(0) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('focus' as const), at: fc.nat(), many: fc.constant(0) }),
  },
)

describe.each(['rows', 'grid'] as const)('while the list changes, in %s', (kind: LayoutKind) => {
  test('the focused tile in view, or else the one nearest the middle, stays to the pixel', () => {
    let checked = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 320, max: 1900 }),
        fc.array(fc.nat(9), { minLength: 60, maxLength: 300 }),
        fc.array(change, { minLength: 1, maxLength: 30 }),
        (width, days, changes) => {
          const options = layoutOptions(kind, 140, width, screen)
          let number = 0
          const listed = (day: number, seed: number): Listed => ({
            image: imageSample(++number),
            day,
            ratio: ratios[(seed + number) % ratios.length] ?? 1,
          })
          let list = days.toSorted((a, b) => b - a).map((day, seed) => listed(day, seed))
          let text = ''
          let inputs = inputsOf(list, text, options)
          let shown = nextView(null, { ...inputs, focused: null })
          let focused = ''
          for (const { kind: what, at, many } of changes) {
            if (what === 'scroll') {
              const most = Math.max(0, shown.layout.height - view)
              shown = { ...shown, offset: at % (most + 1) }
              continue
            }
            if (what === 'focus') {
              focused = list[at % (list.length || 1)]?.image.id ?? ''
              continue
            }
            const place = at % (list.length + 1)
            const day = list[place]?.day ?? list.at(-1)?.day ?? 0
            const next =
              what === 'add'
                ? list.toSpliced(
                    place,
                    0,
                    ...Array.from({ length: many }, (_, seed) => listed(day, seed + at)),
                  )
                : what === 'remove'
                  ? list.toSpliced(place, many)
                  : list.filter((_, index) => (index + at) % many > 0)
            if (what === 'filter') text += 'x'
            const staying = new Map(next.map(({ image }, tile) => [image.id, tile]))
            const anchor = anchorOf(shown, list, (id) => staying.has(id), focused)
            const key = list.find(({ image }) => image.id === focused)?.image
            const nextInputs = inputsOf(next, text, options)
            const after = nextView(
              { ...shown, rows: inputs.rows },
              { ...nextInputs, focused: key === undefined ? null : `${key.jobId}:${key.index}` },
            )
            if (shown.offset <= 0) expect(after.offset).toBe(0)
            else if (anchor !== null && after.offset > 0) {
              const tile = staying.get(anchor.image.id) ?? -1
              expect(boxIn(after, tile)).toEqual(boxIn(shown, anchor.tile))
              checked++
            }
            const seen = next.some((_, tile) => {
              const box = boxIn(after, tile)
              return box !== null && box.top < view && box.top + box.height > 0
            })
            expect(seen).toBe(next.length > 0)
            list = next
            inputs = nextInputs
            shown = after
          }
        },
      ),
      // So many that more than a hundred of their changes are always of the kind that is checked.
      { numRuns: 160 },
    )
    expect(checked).toBeGreaterThan(100)
  })

  test('a list none of whose images is known shows its last ones where it became shorter', () => {
    const options = layoutOptions(kind, 140, 800, screen)
    const many = (count: number) =>
      inputsOf(
        Array.from({ length: count }, (_, at): Listed => ({ image: imageSample(at), day: 0, ratio: 1 })),
        '',
        options,
      )
    const long = many(5000)
    const shown = { ...nextView(null, { ...long, focused: null }), offset: 50_000, rows: long.rows }
    const short = many(40)
    const rows: GalleryRows = { fresh: new Map(), stale: new Map() }
    const after = nextView(shown, { ...short, rows, focused: null })
    expect(after.offset).toBe(Math.max(0, after.layout.height - view))
  })

  test('each image is placed once, no row is wider than the list, and rows don’t overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 320, max: 1900 }),
        fc.array(fc.nat(5), { minLength: 40, maxLength: 200 }),
        fc.array(fc.record({ at: fc.nat(), scroll: fc.nat(), adds: fc.boolean() }), { maxLength: 20 }),
        (width, days, changes) => {
          const options = layoutOptions(kind, 140, width, screen)
          let list = days
            .toSorted((a, b) => b - a)
            .map((day, at): Listed => ({ image: imageSample(at), day, ratio: ratios[at % 8] ?? 1 }))
          let inputs = inputsOf(list, '', options)
          let shown = nextView(null, { ...inputs, focused: null })
          for (const [index, { at, scroll, adds }] of changes.entries()) {
            shown = { ...shown, offset: scroll % Math.max(1, shown.layout.height - view) }
            const place = at % list.length
            const day = list[place]?.day ?? 0
            const image = imageSample(1000 + index)
            list = adds
              ? list.toSpliced(place, 0, { image, day, ratio: ratios[at % 8] ?? 1 })
              : list.toSpliced(place, list.length > 1 ? 1 : 0)
            const next = inputsOf(list, '', options)
            shown = nextView({ ...shown, rows: inputs.rows }, { ...next, focused: null })
            inputs = next
          }
          const rows = rowsOf(shown.layout)
          expect(
            rows.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
          ).toEqual(list.map((_, tile) => tile))
          let bottom = 0
          for (const { kind: what, top, height, start, end } of rows) {
            expect(top).toBeGreaterThanOrEqual(bottom)
            bottom = top + height
            if (what === 'header') continue
            let right = 0
            for (let tile = start; tile < end; tile++) {
              const box = boxOfTile(shown.layout, tile)
              expect(box?.left).toBeGreaterThanOrEqual(right)
              expect(box?.width).toBeGreaterThan(0)
              right = (box?.left ?? 0) + (box?.width ?? 0)
            }
            expect(right).toBeLessThanOrEqual(width)
          }
        },
      ),
    )
  })
})

test.each(['rows', 'grid'] as const)(
  'as %s, stacking all images leaves no row short but the last of a day, and what is in the middle at its height',
  (kind) => {
    const options = layoutOptions(kind, 140, 900, screen)
    const all = Array.from(
      { length: 400 },
      (_, at): Listed => ({
        image: imageSample(at),
        day: 3 - Math.floor(at / 100),
        ratio: ratios[(at * 5) % 8] ?? 1,
      }),
    )
    const tops = all.filter((_, at) => at % 3 === 0)
    const loose = inputsOf(all, '', options)
    const stacked = inputsOf(tops, '', options, { open: [] })
    for (const [from, to, list, next] of [
      [loose, stacked, all, tops],
      [stacked, loose, tops, all],
    ] as const) {
      const before = { ...nextView(null, { ...from, focused: null }), offset: from === loose ? 5000 : 1700 }
      const after = nextView({ ...before, rows: from.rows }, { ...to, focused: null })
      expect(rowsOf(after.layout)).toEqual(rowsOf(nextView(null, { ...to, focused: null }).layout))
      const anchor = anchorOf(before, list, (id) => next.some(({ image }) => image.id === id), '')
      const now = next.findIndex(({ image }) => image === anchor?.image)
      expect(boxIn(after, now)?.top).toBe(boxIn(before, anchor?.tile ?? -1)?.top)
    }
  },
)

test.each(['rows', 'grid'] as const)(
  'as %s, opening and closing one stack leaves no row short but the last of a day, and its tile at its height',
  (kind) => {
    const options = layoutOptions(kind, 140, 900, screen)
    const closed = Array.from(
      { length: 120 },
      (_, at): Listed => ({ image: imageSample(at), day: 0, ratio: ratios[(at * 5) % 8] ?? 1 }),
    )
    for (let top = 40; top < 60; top++) {
      const { image } = closed[top] ?? expect.unreachable()
      const others = Array.from(
        { length: 1 + (top % 7) },
        (_, at): Listed => ({ image: imageSample(1000 + at), day: 0, ratio: ratios[at % 8] ?? 1 }),
      )
      const list = closed.toSpliced(top + 1, 0, ...others)
      const focused = `${image.jobId}:${image.index}`
      const one = inputsOf(closed, '', options, { open: [] })
      const all = inputsOf(list, '', options, { open: [1] })
      let shown: ListView = { ...nextView(null, { ...one, focused }), offset: 0 }
      shown = { ...shown, offset: (boxOfTile(shown.layout, top)?.top ?? 0) - 200 }
      for (const [from, to] of [
        [one, all],
        [all, one],
      ] as const) {
        const after = nextView({ ...shown, rows: from.rows }, { ...to, focused })
        expect(rowsOf(after.layout)).toEqual(rowsOf(nextView(null, { ...to, focused }).layout))
        expect(boxIn(after, top)?.top).toBe(boxIn(shown, top)?.top)
        shown = after
      }
    }
  },
)

test('a day in which nothing changed keeps its rows', () => {
  const options = layoutOptions('rows', 140, 900, screen)
  const list = Array.from(
    { length: 200 },
    (_, at): Listed => ({
      image: imageSample(at),
      day: 3 - Math.floor(at / 50),
      ratio: ratios[(at * 5) % 8] ?? 1,
    }),
  )
  const inputs = inputsOf(list, '', options)
  const first = { ...nextView(null, { ...inputs, focused: null }), offset: 2000 }
  const added = list.toSpliced(120, 0, { image: imageSample(900), day: 1, ratio: 0.5 })
  const next = nextView({ ...first, rows: inputs.rows }, { ...inputsOf(added, '', options), focused: null })
  const shapes = (view: ListView, day: number, moved: number) => {
    const section = view.layout.sections.findIndex(({ key }) => key === `day ${day}`)
    return rowsOf(view.layout)
      .slice(view.layout.firstRows[section], view.layout.firstRows[section + 1])
      .map(({ start, end, height, widths }) => ({ start: start - moved, end: end - moved, height, widths }))
  }
  for (const [day, moved] of [
    [3, 0],
    [2, 0],
    [0, 1],
  ] as const)
    expect(shapes(next, day, moved)).toEqual(shapes(first, day, 0))
})

describe('when the width changes', () => {
  test('the tile at the top edge keeps its place, however many steps the change has', () => {
    const list = Array.from(
      { length: 400 },
      (_, at): Listed => ({
        image: imageSample(at),
        day: 9 - Math.floor(at / 40),
        ratio: ratios[(at * 3) % 8] ?? 1,
      }),
    )
    const optionsOf = (width: number) => layoutOptions('rows', 184, width, screen)
    const start = optionsOf(900)
    const inputs = inputsOf(list, '', start)
    const fresh = nextView(null, { ...inputs, focused: null })
    const top = boxOfTile(fresh.layout, 200)?.top ?? 0
    let shown: ListView = { ...fresh, offset: top }
    const first = rowsOf(fresh.layout).find((row) => row.start <= 200 && 200 < row.end)?.start ?? -1
    for (let width = 899; width >= 500; width -= 7) {
      shown = nextView(
        { ...shown, rows: inputs.rows },
        { ...inputs, plan: shown.plan, options: optionsOf(width), focused: null },
      )
      expect(boxIn(shown, first)?.top).toBe(0)
    }
    for (let width = 500; width < 900; width += 11) {
      shown = nextView(
        { ...shown, rows: inputs.rows },
        { ...inputs, plan: shown.plan, options: optionsOf(width), focused: null },
      )
    }
    shown = nextView(
      { ...shown, rows: inputs.rows },
      { ...inputs, plan: shown.plan, options: start, focused: null },
    )
    expect(shown.offset).toBe(top)
  })
})
