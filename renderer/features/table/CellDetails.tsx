import type { OpenTable } from '@shared/model/table'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../text/errorText'
import { classNames } from '../../ui/classNames'
import { firstColumn } from './gridPlace'
import { columnName, defaultOf, rowMark, stateOf, wrongWords } from './tableWords'
import type { GridFocus } from './useGridFocus'

interface CellDetailsProps {
  readonly id: string
  readonly table: OpenTable
  readonly focus: GridFocus
}

/** What is in the focused cell, or what is wrong with it, in full. */
export function CellDetails({ id, table, focus }: CellDetailsProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  const { at, row } = focus
  if (row === null) return <div id={id} className="h-14 shrink-0 border-t border-line" />

  const { columns, settings } = table
  const ofRow = at.column < firstColumn
  const column = at.column - firstColumn
  const name = ofRow ? t('table.state') : columnName(columns, column, t)
  const wrong = rowMark(row, settings) === 'known' ? null : wrongWords(row, ofRow ? 'any' : column, words)
  const text = ofRow ? stateOf(row, settings, words, t) : (row.cells[column] ?? '')
  const uses = ofRow ? '' : defaultOf(settings.roles[column] ?? null, settings.defaults, t)

  return (
    <div
      id={id}
      className="selectable h-14 shrink-0 overflow-y-auto border-t border-line px-6 py-2 text-small"
    >
      <span className="pr-2 text-faint">
        {t('table.place', { row: row.row, column: name })}
        {row.line !== null && ` (${t('table.line', { line: row.line })})`}
      </span>
      {wrong !== null && <span className="pr-2 text-bad">{wrong}</span>}
      <bdi className={classNames('whitespace-pre-wrap break-words', text === '' ? 'text-faint' : 'text-dim')}>
        {text !== '' ? text : uses === '' ? t('table.empty') : t('table.emptyUses', { value: uses })}
      </bdi>
      {!ofRow && row.cut.includes(column) && <span className="pl-2 text-faint">{t('table.cut')}</span>}
    </div>
  )
}
