import type { OpenTable } from '@shared/model/table'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { rowAt } from '../../stores/listRows'
import { isTyping } from '../../stores/shortcuts'
import { useStores, useTable } from '../../stores/storesContext'
import { leftWidths } from './columnWidths'
import { GridHead, headHeight } from './GridHead'
import { GridRow, rowHeight } from './GridRow'
import { firstColumn, type GridPlace, namesRow } from './gridPlace'
import { useColumns } from './useColumns'
import type { Editing } from './useEditing'
import type { GridFocus } from './useGridFocus'
import { useGridKeys } from './useGridKeys'

interface RowGridProps {
  readonly table: OpenTable
  readonly focus: GridFocus
  readonly editing: Editing
  readonly detailsId: string
  /** The key that leads there. */
  readonly onNextWrong: () => void
}

const leftWidth = leftWidths.row + leftWidths.state

/** The rows of the view. Of 100,000 rows only those on the screen are drawn, and the one with the focus. */
export function RowGrid({ table, focus, editing, detailsId, onNextWrong }: RowGridProps) {
  const { t } = useTranslation()
  const { table: store } = useStores()
  const rows = useTable((state) => state.rows)
  const total = useTable((state) => state.total)
  const settings = useTable(({ changed }) => changed) ?? table.settings
  const scroller = useRef<HTMLDivElement>(null)
  const { at, owned, moves, reached } = focus
  const { widths, resize } = useColumns(table, settings.roles, scroller)
  const sortBy = useSorting()

  // Both virtualizers' answers to one scroll are drawn together: with `useFlushSync` the second would measure what
  // the first has just drawn.
  const vertical = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => withFocused(range, at.row),
  })
  const across = useVirtualizer({
    horizontal: true,
    count: table.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => widths[column] ?? 0,
    overscan: 2,
    useFlushSync: false,
    paddingStart: leftWidth,
    scrollPaddingStart: leftWidth,
    rangeExtractor: (range) => withFocused(range, at.column - firstColumn),
  })
  const drawnColumns = across.getVirtualItems()
  const { startIndex = 0, endIndex = 0 } = vertical.range ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths are what it measures
  useLayoutEffect(() => across.measure(), [widths, across])
  useEffect(() => store.need(startIndex, endIndex + 1), [store, startIndex, endIndex])

  // biome-ignore lint/correctness/useExhaustiveDependencies: moving to the same cell scrolls it back into view
  useLayoutEffect(() => {
    if (!owned.current) return
    if (at.row >= 0) vertical.scrollToIndex(at.row)
    if (at.column >= firstColumn) across.scrollToIndex(at.column - firstColumn)
  }, [moves, at.row, at.column])

  // A cell drawn again or in another place lost the focus, although nothing else took it.
  useLayoutEffect(() => {
    if (!owned.current || editing.cell !== null) return
    // While no row matched the filter there was no grid to notice that the user went on.
    if (reached.current === moves && isElsewhere(scroller.current)) owned.current = false
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`) ?? null
    if (!owned.current || cell === null) return
    reached.current = moves
    if (!cell.contains(document.activeElement)) cell.focus({ preventScroll: true })
  })

  const onKeyDown = useGridKeys({
    focus,
    editing,
    bounds: { rows: total, columns: table.columns.length },
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    sortBy,
    onNextWrong,
  })
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target)
    if (place === null || isControl(event.target)) return
    if (place.row === namesRow && place.column >= firstColumn) sortBy(place.column - firstColumn)
    focus.move(place)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an HTML table couldn't draw only the rows in view
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={t('table.grid')}
      aria-rowcount={total + 2}
      aria-colcount={firstColumn + table.columns.length}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (isTyping(event.target) || text === '') return
        event.preventDefault()
        editing.begin(text)
      }}
      onDoubleClick={(event) =>
        placeOf(event.target) !== null && !isControl(event.target) && editing.begin(null)
      }
      onFocus={(event) => {
        const place = placeOf(event.target)
        if (place === null || (place.row === at.row && place.column === at.column)) owned.current = true
        else focus.move(place)
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
          owned.current = false
      }}
      className="relative min-h-48 flex-1 overflow-auto border-t border-line focus:outline-none [overflow-anchor:none]"
    >
      <div
        style={{ height: vertical.getTotalSize(), width: across.getTotalSize() }}
        className="relative min-w-full"
      >
        <GridHead table={table} drawn={drawnColumns} focused={at} onResize={resize} />
        {vertical.getVirtualItems().map(({ index, start }) => {
          const row = rowAt(rows, index)
          return (
            <GridRow
              key={index}
              row={row}
              position={index}
              top={start}
              columns={table.columns}
              drawn={drawnColumns}
              settings={settings}
              focused={at.row === index ? at.column : null}
              edited={row !== null && editing.cell?.row === row.row ? editing.cell : null}
              detailsId={detailsId}
              onEdited={editing.end}
            />
          )
        })}
      </div>
    </div>
  )
}

/** What is in view, plus the one with the focus. */
function withFocused(range: Range, focused: number): number[] {
  const drawn = defaultRangeExtractor(range)
  return focused < 0 || focused >= range.count || drawn.includes(focused) ? drawn : [...drawn, focused]
}

function placeOf(target: EventTarget): GridPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset.cell?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

/** Whether something outside the grid has the focus; the dialog, which has it if nothing else does, isn't meant. */
function isElsewhere(grid: HTMLElement | null): boolean {
  const { activeElement } = document
  if (grid === null || activeElement === null) return false
  return !activeElement.contains(grid) && !grid.contains(activeElement)
}

/** A control in a cell that does its own thing when pressed. */
function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, [data-own-escape], [data-resize]') !== null
  )
}

/** Sorts by a column: ascending, then descending, then in the file's order again. */
function useSorting(): (column: number) => void {
  const { table } = useStores()
  return (column) => {
    const { sort } = table.getState().view
    if (sort?.column !== column) table.show({ sort: { column, descending: false } })
    else table.show({ sort: sort.descending ? null : { column, descending: true } })
  }
}
