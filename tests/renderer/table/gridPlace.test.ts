import { describe, expect, test } from 'vitest'
import { columnWidth, fitted } from '../../../renderer/features/table/columnWidths'
import {
  firstColumn,
  moveInGrid,
  namesRow,
  rolesRow,
  rowColumn,
  stateColumn,
} from '../../../renderer/features/table/gridPlace'
import { tableRowSample } from '../../support/tableStandIn'

describe('a move in the grid', () => {
  const bounds = { rows: 100, columns: 3 }
  const from = (row: number, column: number, key: string, mod = false) =>
    moveInGrid({ row, column }, { key, mod, page: 10 }, bounds)

  test('stays inside, at each edge', () => {
    expect(from(99, 4, 'ArrowDown')).toEqual({ row: 99, column: 4 })
    expect(from(99, 4, 'ArrowRight')).toEqual({ row: 99, column: 4 })
    expect(from(5, 0, 'ArrowLeft')).toEqual({ row: 5, column: 0 })
    expect(from(namesRow, 3, 'ArrowUp')).toEqual({ row: namesRow, column: 3 })
    expect(from(95, 3, 'PageDown')).toEqual({ row: 99, column: 3 })
    expect(from(5, 3, 'PageUp')).toEqual({ row: 0, column: 3 })
  })

  test('goes through both heads above the columns, and through one beside them', () => {
    expect(from(0, firstColumn, 'ArrowUp')).toEqual({ row: rolesRow, column: firstColumn })
    expect(from(rolesRow, firstColumn, 'ArrowUp')).toEqual({ row: namesRow, column: firstColumn })
    expect(from(rolesRow, firstColumn, 'ArrowLeft')).toEqual({ row: namesRow, column: stateColumn })
    expect(from(0, rowColumn, 'ArrowUp')).toEqual({ row: namesRow, column: rowColumn })
    expect(from(namesRow, rowColumn, 'ArrowDown')).toEqual({ row: 0, column: rowColumn })
  })

  test('goes to the ends of the row or of the table with Home and End', () => {
    expect(from(5, 3, 'Home')).toEqual({ row: 5, column: rowColumn })
    expect(from(5, 3, 'End')).toEqual({ row: 5, column: 4 })
    expect(from(5, 3, 'Home', true)).toEqual({ row: 0, column: rowColumn })
    expect(from(5, 3, 'End', true)).toEqual({ row: 99, column: 4 })
    expect(from(5, 3, 'x')).toBeNull()
  })
})

describe('the width of a column', () => {
  test('suits most of its cells, within what suits its role', () => {
    const rows = ['a', 'b', 'c', 'd', 'x'.repeat(500)].map((text, index) =>
      tableRowSample({ row: index + 1, cells: [text] }),
    )
    expect(columnWidth(0, 'note', null, rows)).toBe(160)
    expect(columnWidth(0, 'prompt', 'prompt', rows)).toBe(280)
  })

  test('leaves the rest to the prompt, but never too little', () => {
    expect(fitted([400, 100], 1000, 0)).toEqual([900, 100])
    expect(fitted([400, 100], 450, 0)).toEqual([350, 100])
    expect(fitted([400, 100], 200, 0)).toEqual([280, 100])
  })
})
