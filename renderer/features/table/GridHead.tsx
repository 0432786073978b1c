import type { OpenTable } from '@shared/model/table'
import type { VirtualItem } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { PointerEvent } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useTable } from '../../stores/storesContext'
import { draggedWidth, leftWidths } from './columnWidths'
import { GridCell, GridLine } from './GridCell'
import { firstColumn, type GridPlace, namesRow, rolesRow, rowColumn, stateColumn } from './gridPlace'
import { RoleSelect } from './RoleSelect'
import { SelectAll } from './SelectAll'
import { columnName } from './tableWords'

/** Pixels. */
const namesHeight = 28
export const headHeight = 68

interface GridHeadProps {
  readonly table: OpenTable
  readonly drawn: readonly VirtualItem[]
  readonly focused: GridPlace
  readonly onResize: (column: number, width: number) => void
}

/** The column names, which sort the rows, and each column's role. */
export function GridHead({ table, drawn, focused, onResize }: GridHeadProps) {
  const { t } = useTranslation()
  const sort = useTable((state) => state.view.sort)
  const at = (row: number, column: number) => ({
    place: { row, column },
    focused: focused.row === row && focused.column === column,
  })

  return (
    <div
      style={{ height: headHeight }}
      className="sticky top-0 z-2 border-b border-line bg-panel text-small text-dim"
    >
      <GridLine index={1} className="flex">
        <GridCell
          {...at(namesRow, rowColumn)}
          role="columnheader"
          style={{ width: leftWidths.row, height: headHeight - 1 }}
          className="sticky left-0 z-1 gap-2 bg-panel pl-6"
        >
          <SelectAll />
          {t('table.row')}
        </GridCell>
        <GridCell
          {...at(namesRow, stateColumn)}
          role="columnheader"
          style={{ width: leftWidths.state, left: leftWidths.row, height: headHeight - 1 }}
          className="sticky z-1 border-r bg-panel max-[560px]:static"
        >
          {t('table.state')}
        </GridCell>
        {drawn.map(({ index, start, size }) => {
          const sorted = sort?.column === index ? (sort.descending ? 'descending' : 'ascending') : 'none'
          const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
          return (
            <GridCell
              key={index}
              {...at(namesRow, firstColumn + index)}
              role="columnheader"
              aria-sort={sorted}
              style={{ left: start, width: size, height: namesHeight }}
              className="absolute top-0 cursor-pointer gap-1 hover:text-text"
            >
              <bdi className="truncate font-medium">{columnName(table.columns, index, t)}</bdi>
              {sorted !== 'none' && <Arrow size={12} aria-hidden className="shrink-0" />}
              <ResizeHandle width={size} onResize={(width) => onResize(index, width)} />
            </GridCell>
          )
        })}
      </GridLine>
      <GridLine index={2}>
        {drawn.map(({ index, start, size }) => (
          <GridCell
            key={index}
            {...at(rolesRow, firstColumn + index)}
            role="gridcell"
            style={{ left: start, width: size, top: namesHeight }}
            className="absolute h-10 px-1.5"
          >
            <RoleSelect table={table} column={index} />
          </GridCell>
        ))}
      </GridLine>
    </div>
  )
}

/** For the pointer. */
function ResizeHandle({
  width,
  onResize,
}: {
  readonly width: number
  readonly onResize: (width: number) => void
}) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => onResize(draggedWidth(width + clientX - from))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <span
      aria-hidden
      data-resize
      onPointerDown={onPointerDown}
      className="absolute inset-y-1 right-0 w-1.5 cursor-col-resize border-r border-line hover:border-accent"
    />
  )
}
