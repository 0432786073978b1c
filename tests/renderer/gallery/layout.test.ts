import { ratioByte } from '@shared/model/image'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange } from '../../../renderer/features/gallery/layout/arrange'
import { moveInGrid } from '../../../renderer/features/gallery/layout/gridMoves'
import {
  isHeader,
  type Layout,
  type LayoutKind,
  type LayoutOptions,
  rowOfTile,
  type Section,
} from '../../../renderer/features/gallery/layout/layout'
import { rowBoxes } from '../../../renderer/features/gallery/layout/rowBoxes'
import { type RowSample, rowsOf } from '../../support/layoutRows'

const gap = 6
const options = (width: number, kind: LayoutKind = 'rows'): LayoutOptions => ({
  kind,
  width,
  target: 148,
  gap,
  headerHeight: 36,
  most: 100,
})

const sectionsOf = (counts: readonly number[]): Section[] =>
  counts.map((count, index) => ({ key: `day ${index}`, titled: index > 0, count }))

const tileRows = (layout: Layout): RowSample[] => rowsOf(layout).filter(({ kind }) => kind === 'tiles')

const bytesOf = (ratios: readonly number[]) => Uint8Array.from(ratios, (ratio) => ratioByte(ratio, 1))

const justified = (ratios: readonly number[], sections: readonly Section[], width: number): Layout =>
  arrange(bytesOf(ratios), sections, options(width))

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
  ['justified rows', 'rows'],
  ['square grid', 'grid'],
] as const)('%s', (_name, kind) => {
  const build = (ratios: readonly number[], sections: readonly Section[], width: number) =>
    arrange(bytesOf(ratios), sections, options(width, kind))
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
        for (const row of rowsOf(layout)) {
          expect(row.top).toBeGreaterThanOrEqual(bottom)
          bottom = row.top + row.height
          if (row.kind === 'header') continue
          const widths = row.widths
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
          const row = rowsOf(layout)[rowOfTile(layout, tile)]
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
        const layout = justified(ratios, sectionsOf(counts), width)
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
          const widths = row.widths
          expect(widths.reduce((total, one) => total + one, 0) + gap * (widths.length - 1)).toBe(width)
        }
      }),
    )
  })

  test('leave a lone last image at the target height in its own shape', () => {
    const layout = justified([2], sectionsOf([1]), 600)
    const row = tileRows(layout)[0]
    expect(row?.height).toBe(148)
    expect(row?.widths).toEqual([296])
  })
})

describe.each(['rows', 'grid'] as const)('a large library, in %s', (kind) => {
  const ratiosOf = (count: number) =>
    bytesOf(Array.from({ length: count }, (_, index) => 0.6 + ((index * 37) % 120) / 100))
  const days = (count: number) => sectionsOf(Array.from({ length: count }, () => 250))

  test('of 100,000 images is laid out, anew and after a change', () => {
    const ratios = ratiosOf(100_000)
    const layout = arrange(ratios, days(400), options(592, kind))
    const sections = days(400).map((day, index) => (index === 200 ? { ...day, count: 251 } : day))
    const more = Uint8Array.of(...ratios.subarray(0, 50_000), ratioByte(1, 1), ...ratios.subarray(50_000))
    const changed = arrange(more, sections, options(592, kind), {
      layout,
      anchor: { was: 60_000, is: 60_001 },
    })
    expect(changed.tiles).toBe(100_001)
    expect(rowOfTile(changed, 100_000)).toBe(changed.rows - 1)
  })

  test('of 1,000,000 images is laid out too', () => {
    const layout = arrange(ratiosOf(1_000_000), days(4000), options(592, kind))
    expect(layout.tiles).toBe(1_000_000)
    expect(rowOfTile(layout, 999_999)).toBe(layout.rows - 1)
    expect(isHeader(layout, layout.rows - 1)).toBe(false)
    expect(rowBoxes(layout, layout.rows - 1).length).toBeGreaterThan(0)
  })
})

describe('a section with words only', () => {
  test.each(['rows', 'grid'] as const)('is one low row between the others, in %s', (kind) => {
    const layout = arrange(
      bytesOf([1, 0.8, 0.8, 1.5]),
      [
        { key: 'coming', titled: false, count: 1 },
        { key: 'stacks', titled: false, low: true, count: 2 },
        { key: '2026-11-22', titled: true, count: 1 },
      ],
      options(600, kind),
    )
    const [coming, stacks, image] = tileRows(layout)
    expect(stacks).toMatchObject({ start: 1, end: 3, height: 32, widths: [160, 160] })
    expect(stacks?.top).toBe((coming?.height ?? 0) + gap)
    expect(image?.start).toBe(3)
  })
})

describe('moves in the grid', () => {
  const layout = justified(
    Array.from({ length: 30 }, (_, index) => [1, 1.5, 0.75][index % 3] ?? 1),
    sectionsOf([0, 14, 16]),
    600,
  )

  test('step one tile left and right, through the sections, and stop at the ends', () => {
    expect(moveInGrid(layout, 13, 'ArrowRight', 500)).toBe(14)
    expect(moveInGrid(layout, 0, 'ArrowLeft', 500)).toBe(0)
    expect(moveInGrid(layout, 29, 'ArrowRight', 500)).toBe(29)
  })

  test('go down and up by rows, keeping the horizontal place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 29 }), (tile) => {
        const below = moveInGrid(layout, tile, 'ArrowDown', 500)
        const rows = tileRows(layout)
        const rowIndex = rows.findIndex((row) => row.start <= tile && tile < row.end)
        const next = rows[rowIndex + 1]
        if (next === undefined) expect(below).toBe(tile)
        else expect(below >= next.start && below < next.end).toBe(true)
      }),
    )
  })

  test('go to both ends and by pages', () => {
    expect(moveInGrid(layout, 12, 'Home', 500)).toBe(0)
    expect(moveInGrid(layout, 12, 'End', 500)).toBe(29)
    const paged = moveInGrid(layout, 0, 'PageDown', 300)
    const tops = rowsOf(layout).map(({ top }) => top)
    expect((tops[rowOfTile(layout, paged)] ?? 0) - (tops[rowOfTile(layout, 0)] ?? 0)).toBeGreaterThanOrEqual(
      300,
    )
  })
})
