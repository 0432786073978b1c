import { imageAddresses } from '@shared/model/imageAddresses'
import type { OpenTable } from '@shared/model/table'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { classNames } from '../../ui/classNames'
import { firstColumn } from './gridPlace'
import { columnName, emptyWords, isUnsent, rowMark, stateOf, wrongWords } from './tableWords'
import type { GridFocus } from './useGridFocus'

interface CellDetailsProps {
  readonly id: string
  readonly table: OpenTable
  readonly focus: GridFocus
}

/** The text of the focused cell, or its error, in full. */
export function CellDetails({ id, table, focus }: CellDetailsProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  const { at, row } = focus
  // Its height never changes, so that nothing moves when the focus does.
  const height = 'h-14 max-[720px]:h-20'
  if (row === null) return <div id={id} className={classNames('shrink-0 border-t border-line', height)} />

  const { columns, settings } = table
  const ofRow = at.column < firstColumn
  const column = at.column - firstColumn
  const name = ofRow ? t('table.state') : columnName(columns, column, t)
  const wrong = rowMark(row, settings) === 'known' ? null : wrongWords(row, ofRow ? 'any' : column, words)
  const text = ofRow ? stateOf(row, settings, words, t) : (row.cells[column] ?? '')
  const role = ofRow ? null : (settings.roles[column] ?? null)
  const unsent = isUnsent(row, role)
  const isWhole = row.cut.every((each) => each !== column)
  const split = role === 'image' && !unsent && isWhole ? splitAddresses(text) : null
  const uses = unsent ? '' : emptyWords(row, role, settings.defaults, t)

  return (
    <div
      id={id}
      className={classNames(
        'selectable shrink-0 overflow-y-auto border-t border-line px-6 py-2 text-small',
        height,
      )}
    >
      <span className="pr-2 text-faint">
        {t('table.place', { row: row.row, column: name })}
        {row.line !== null && ` (${t('table.line', { line: row.line })})`}
      </span>
      {wrong !== null && <span className="pr-2 text-bad">{wrong}</span>}
      {/* A row's state is no more than the first of its errors, if it has any. */}
      {!(ofRow && wrong !== null) && (
        <bdi
          className={classNames('whitespace-pre-wrap break-words', text === '' ? 'text-faint' : 'text-dim')}
        >
          {text !== '' ? text : uses === '' ? t('table.empty') : t('table.emptyUses', { value: uses })}
        </bdi>
      )}
      {split !== null && (
        <span className="pl-2 text-dim">
          {t('table.addresses', { count: split.length, list: split.join('  ') })}
        </span>
      )}
      {unsent && <span className="pl-2 text-dim">{t(`table.unsent.${role}`)}</span>}
      {!ofRow && row.cut.includes(column) && <span className="pl-2 text-faint">{t('table.cut')}</span>}
    </div>
  )
}

/** The addresses in a cell; null if they are sent as they stand there. */
function splitAddresses(text: string): readonly string[] | null {
  const cell = text.trim()
  const addresses = imageAddresses(cell)
  return cell.startsWith('[') || addresses.join(' ') === cell ? null : addresses
}
