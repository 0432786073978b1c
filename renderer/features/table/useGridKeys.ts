import type { KeyboardEvent } from 'react'
import { keyOf } from '../../stores/keyboard'
import { useApp, useStores } from '../../stores/storesContext'
import { firstColumn, type GridBounds, moveInGrid, namesRow, rolesRow, rowColumn } from './gridPlace'
import { selectedOf } from './SelectAll'
import type { Editing } from './useEditing'
import type { GridFocus } from './useGridFocus'

interface GridKeysOptions {
  readonly focus: GridFocus
  readonly editing: Editing
  readonly bounds: GridBounds
  /** How many rows a page has. */
  readonly page: () => number
  readonly sortBy: (column: number) => void
  readonly onNextWrong: () => void
}

/** What keys do in the grid, except those of a cell being edited. */
export function useGridKeys(options: GridKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { focus, editing, bounds, page, sortBy, onNextWrong } = options
  const { table } = useStores()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const { at, row } = focus

  function selectAll(selected: boolean): void {
    void table.select({ view: table.getState().view }, selected)
  }

  /** Enter and F2: the main action of a cell. */
  function enter(cell: HTMLElement | null): void {
    const role = cell?.querySelector<HTMLElement>('[role=combobox]')
    if (at.row === rolesRow) {
      role?.focus()
      role?.click()
    } else if (at.row === namesRow && at.column >= firstColumn) sortBy(at.column - firstColumn)
    else if (at.column === rowColumn) toggle()
    else editing.begin(null)
  }

  function toggle(): void {
    if (at.row === namesRow && at.column === rowColumn) selectAll(selectedOf(table.getState()) !== 'all')
    else if (row !== null) void table.select({ rows: [row.row] }, !row.selected)
  }

  return (event) => {
    const { key, target, currentTarget } = event
    const mod = mac ? event.metaKey : event.ctrlKey
    const inRole = target instanceof Element && target.closest('[role=combobox]') !== null
    const cell = currentTarget.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`)
    if (inRole) {
      // The list of roles handles the keys until it is closed and left.
      if (key !== 'Escape' || target.closest('[aria-expanded=true]') !== null) return
      cell?.focus()
    } else {
      const to = event.altKey ? null : moveInGrid(at, { key, mod, page: page() }, bounds)
      if (to !== null) focus.move(to)
      else if (key === 'Enter' && !mod && !event.altKey) enter(cell)
      else if (key === 'F2') enter(cell)
      else if (key === 'F8') onNextWrong()
      else if (key === ' ' && !mod) toggle()
      else if (mod && keyOf(event) === 'a') selectAll(true)
      else if (key === 'Delete' || key === 'Backspace') editing.begin('')
      // An input method begins: its first character is still to come.
      else if (key === 'Process') return editing.begin('')
      else if (key.length === 1 && !mod && !event.altKey && !event.metaKey) editing.begin(key)
      else return
    }
    event.preventDefault()
  }
}
