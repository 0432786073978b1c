import type { TableRow, TableSettings } from '@shared/model/table'
import type { VirtualItem } from '@tanstack/react-virtual'
import { CircleAlert, CircleCheck, CopyCheck } from 'lucide-react'
import { memo } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { classNames } from '../../ui/classNames'
import { CellEditor, type EditStep } from './CellEditor'
import { leftWidths } from './columnWidths'
import { GridCell, GridLine } from './GridCell'
import { firstColumn, rowColumn, stateColumn } from './gridPlace'
import { columnName, emptyWords, isUnsent, rowMark, stateOf, wrongWords } from './tableWords'
import type { EditedCell } from './useEditing'

/** Pixels. */
export const rowHeight = 32

/** How many characters of a cell are put on the screen: no cell is wide enough for more. */
const drawnCharacters = 300

interface GridRowProps {
  /** Null until it has been fetched. */
  readonly row: TableRow | null
  /** The position in the view, 0-based. */
  readonly position: number
  readonly top: number
  readonly columns: readonly string[]
  readonly drawn: readonly VirtualItem[]
  readonly settings: TableSettings
  /** The column that Tab leads to, if the cell is in this row. */
  readonly focused: number | null
  readonly edited: EditedCell | null
  /** The element that shows the error in full. */
  readonly detailsId: string
  readonly onEdited: (text: string | null, step: EditStep) => void
}

const marks = {
  right: { icon: CircleCheck, colour: 'text-faint' },
  wrong: { icon: CircleAlert, colour: 'text-bad' },
  known: { icon: CopyCheck, colour: 'text-faint' },
}

/** A row of the grid, with those of the table's columns that are in view. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, position, top, columns, drawn, settings, focused, edited, detailsId, onEdited } = props
  const { t } = useTranslation()
  const { table } = useStores()
  const words = useErrorText()
  const mark = row === null ? 'right' : rowMark(row, settings)
  const { icon: Icon, colour } = marks[mark]
  const quiet = mark === 'known' || row?.selected === false

  const at = (column: number) => ({ place: { row: position, column }, focused: focused === column })

  return (
    <GridLine
      index={position + 3}
      aria-selected={row?.selected ?? false}
      style={{ top, height: rowHeight }}
      className={classNames('group absolute inset-x-0 flex border-b border-line', quiet && 'text-faint')}
    >
      <GridCell
        {...at(rowColumn)}
        role="rowheader"
        style={{ width: leftWidths.row }}
        className="sticky left-0 z-1 gap-2 bg-panel pl-6 tabular-nums"
      >
        {row !== null && (
          <>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t('table.rowName', { row: row.row })}
              checked={row.selected}
              onChange={() => void table.select({ rows: [row.row] }, !row.selected)}
            />
            <span title={row.line === null ? undefined : t('table.line', { line: row.line })}>{row.row}</span>
          </>
        )}
      </GridCell>
      <GridCell
        {...at(stateColumn)}
        role="gridcell"
        aria-describedby={focused === stateColumn && mark === 'wrong' ? detailsId : undefined}
        style={{ width: leftWidths.state, left: leftWidths.row }}
        className={classNames(
          'sticky z-1 gap-1.5 border-r bg-panel text-small max-[560px]:static',
          mark === 'wrong' && 'text-bad',
        )}
      >
        {row === null ? (
          <span className="text-faint">{t('table.loading')}</span>
        ) : (
          <>
            <Icon size={14} aria-hidden className={classNames('shrink-0', colour)} />
            <span className="truncate">{stateOf(row, settings, words, t)}</span>
          </>
        )}
      </GridCell>
      {row !== null &&
        drawn.map(({ index, start, size }) => {
          const column = firstColumn + index
          const wrong = mark === 'known' ? null : wrongWords(row, index, words)
          const text = row.cells[index] ?? ''
          const role = settings.roles[index] ?? null
          const unsent = isUnsent(row, role)
          const title = wrong ?? (unsent ? t(`table.unsent.${role}`) : null)
          const here = edited?.column === index
          const anchor = `--cell${position}-${index}`
          return (
            <GridCell
              key={index}
              {...at(column)}
              role="gridcell"
              {...(wrong === null ? {} : { 'aria-invalid': true })}
              {...(title === null ? {} : { title })}
              aria-describedby={focused === column && wrong !== null ? detailsId : undefined}
              style={{ left: start, width: size, ...(here ? { anchorName: anchor } : {}) }}
              className={classNames('absolute inset-y-0', wrong !== null && 'bg-bad-wash')}
            >
              {text === '' ? (
                <span className="truncate text-faint">{emptyWords(row, role, settings.defaults, t)}</span>
              ) : (
                <bdi className={classNames('truncate', unsent && 'text-faint')}>
                  {text.slice(0, drawnCharacters)}
                </bdi>
              )}
              {here && (
                <CellEditor
                  label={t('table.edit', {
                    place: t('table.place', { row: row.row, column: columnName(columns, index, t) }),
                  })}
                  text={edited.text}
                  anchor={anchor}
                  onDone={onEdited}
                />
              )}
            </GridCell>
          )
        })}
    </GridLine>
  )
})
