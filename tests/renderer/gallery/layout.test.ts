import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveInGrid } from '../../../renderer/features/gallery/gridMoves'
import { justifiedRows } from '../../../renderer/features/gallery/justifiedRows'
import {
  type Layout,
  rowOfTile,
  type Section,
  squareGrid,
  type TileRow,
} from '../../../renderer/features/gallery/layout'

const gap = 6
const options = (width: number) => ({ width, target: 148, gap, headerHeight: 36 })

const sectionsOf = (counts: readonly number[]): Section[] =>
  counts.map((count, index) => ({ key: `day ${index}`, titled: index > 0, count }))

const tileRows = (layout: Layout): TileRow[] => layout.rows.filter((row) => row.kind === 'tiles')

const cases = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 }),
    fc.integer({ min: 240, max: 2400 }),
  )
  .chain(([counts, width]) => {
    const total = counts.reduce((sum, count) => sum + count, 0)
    return fc.record({
      counts: fc.constant(counts),
      width: fc.constant(width),
      ratios: fc.array(fc.double({ min: 0.06, max: 16, noNaN: true }), {
        minLength: total,
        maxLength: total,
      }),
    })
  })

describe.each([
  [
    'justified rows',
    (ratios: number[], sections: Section[], width: number) => justifiedRows(ratios, sections, options(width)),
  ],
  [
    'square grid',
    (_ratios: number[], sections: Section[], width: number) => squareGrid(sections, options(width)),
  ],
])('%s', (_name, build) => {
  test('place every image exactly once, in order, and no row across two sections', () => {
    fc.assert(
      fc.property(cases, ({ counts, width, ratios }) => {
        const layout = build(ratios, sectionsOf(counts), width)
        const rows = tileRows(layout)
        expect(
          rows.flatMap((row) => Array.from({ length: row.end - row.start }, (_, i) => row.start + i)),
        ).toEqual(ratios.map((_, index) => index))
        const ends = new Set(rows.map((row) => row.end))
        let sum = 0
        for (const count of counts) {
          sum += count
          if (sum > 0) expect(ends).toContain(sum)
        }
      }),
    )
  })

  test('never exceed the width, and follow one another without overlap', () => {
    fc.assert(
      fc.property(cases, ({ counts, width, ratios }) => {
        const layout = build(ratios, sectionsOf(counts), width)
        let bottom = 0
        for (const row of layout.rows) {
          expect(row.top).toBeGreaterThanOrEqual(bottom)
          bottom = row.top + row.height
          if (row.kind === 'header') continue
          const widths = layout.widths(row)
          const sum = widths.reduce((total, one) => total + one, 0) + gap * (widths.length - 1)
          expect(sum).toBeLessThanOrEqual(width)
          expect(Math.min(...widths)).toBeGreaterThan(0)
        }
        expect(layout.height).toBeGreaterThanOrEqual(bottom)
      }),
    )
  })

  test('find the row of every tile', () => {
    fc.assert(
      fc.property(cases, ({ counts, width, ratios }) => {
        const layout = build(ratios, sectionsOf(counts), width)
        for (const tile of ratios.keys()) {
          const row = layout.rows[rowOfTile(layout, tile)]
          expect(row?.kind === 'tiles' && row.start <= tile && tile < row.end).toBe(true)
        }
        expect(rowOfTile(layout, ratios.length)).toBe(-1)
      }),
    )
  })
})

describe('justified rows', () => {
  test('fill the width in every row except the last of a section, no taller than 1.4 times the target', () => {
    fc.assert(
      fc.property(cases, ({ counts, width, ratios }) => {
        const layout = justifiedRows(ratios, sectionsOf(counts), options(width))
        const lasts = new Set<number>()
        counts.reduce((sum, count) => {
          lasts.add(sum + count)
          return sum + count
        }, 0)
        for (const row of tileRows(layout)) {
          expect(row.height).toBeLessThanOrEqual(Math.round(148 * 1.4))
          if (lasts.has(row.end)) {
            expect(row.height).toBeLessThanOrEqual(148 * 1.4)
            continue
          }
          const widths = layout.widths(row)
          expect(widths.reduce((total, one) => total + one, 0) + gap * (widths.length - 1)).toBe(width)
        }
      }),
    )
  })

  test('leave a lone last image at the target height in its own shape', () => {
    const layout = justifiedRows([1.5], sectionsOf([1]), options(600))
    const row = tileRows(layout)[0]
    expect(row?.height).toBe(148)
    expect(row && layout.widths(row)).toEqual([222])
  })

  test('lay out 100,000 images in well under a frame budget of 100 ms', () => {
    const ratios = Float32Array.from({ length: 100_000 }, (_, index) => 0.6 + ((index * 37) % 120) / 100)
    const sections = sectionsOf(Array.from({ length: 400 }, () => 250))
    const times = Array.from({ length: 10 }, (_, run) => {
      const start = performance.now()
      expect(justifiedRows(ratios, sections, options(592 + run)).tiles).toBe(100_000)
      return performance.now() - start
    })
    // The quickest run: a busy machine pauses now and then.
    expect(Math.min(...times)).toBeLessThan(100)
  })
})

describe('a section with words only', () => {
  test.each([
    [
      'rows',
      justifiedRows(
        [1, 0.8, 0.8, 1.5],
        [
          { key: 'coming', titled: false, count: 1 },
          { key: 'stacks', titled: false, low: true, count: 2 },
          { key: '2026-11-22', titled: true, count: 1 },
        ],
        options(600),
      ),
    ],
    [
      'grid',
      squareGrid(
        [
          { key: 'coming', titled: false, count: 1 },
          { key: 'stacks', titled: false, low: true, count: 2 },
          { key: '2026-11-22', titled: true, count: 1 },
        ],
        options(600),
      ),
    ],
  ])('is one low row between the others, in %s', (_, layout) => {
    const [coming, stacks, image] = tileRows(layout)
    expect(stacks).toMatchObject({ start: 1, end: 3, height: 32 })
    expect(stacks && layout.widths(stacks)).toEqual([160, 160])
    expect(stacks?.top).toBe((coming?.height ?? 0) + gap)
    expect(image?.start).toBe(3)
  })
})

describe('moves in the grid', () => {
  const layout = justifiedRows(
    Array.from({ length: 30 }, (_, index) => [1, 1.5, 0.75][index % 3] ?? 1),
    sectionsOf([0, 14, 16]),
    options(600),
  )

  test('step one tile left and right, through the sections, and stop at the ends', () => {
    expect(moveInGrid(layout, gap, 13, 'ArrowRight', 500)).toBe(14)
    expect(moveInGrid(layout, gap, 0, 'ArrowLeft', 500)).toBe(0)
    expect(moveInGrid(layout, gap, 29, 'ArrowRight', 500)).toBe(29)
  })

  test('go down and up by rows, keeping the horizontal place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 29 }), (tile) => {
        const below = moveInGrid(layout, gap, tile, 'ArrowDown', 500)
        const rows = tileRows(layout)
        const rowIndex = rows.findIndex((row) => row.start <= tile && tile < row.end)
        const next = rows[rowIndex + 1]
        if (next === undefined) expect(below).toBe(tile)
        else expect(below >= next.start && below < next.end).toBe(true)
      }),
    )
  })

  test('go to both ends and by pages', () => {
    expect(moveInGrid(layout, gap, 12, 'Home', 500)).toBe(0)
    expect(moveInGrid(layout, gap, 12, 'End', 500)).toBe(29)
    const paged = moveInGrid(layout, gap, 0, 'PageDown', 300)
    const from = layout.rows[rowOfTile(layout, 0)]
    const to = layout.rows[rowOfTile(layout, paged)]
    expect((to?.top ?? 0) - (from?.top ?? 0)).toBeGreaterThanOrEqual(300)
  })
})
