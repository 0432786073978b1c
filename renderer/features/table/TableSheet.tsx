import type { AppError } from '@shared/errors'
import { type OpenTable, type TableSettings, wholeRow } from '@shared/model/table'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useAct } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useOpenTable } from '../../parts/useOpenTable'
import { useTranslation } from '../../parts/useTranslation'
import { keyOf } from '../../stores/keyboard'
import { isTyping } from '../../stores/shortcuts'
import { useApp, useStores, useTable } from '../../stores/storesContext'
import { Alert } from '../../ui/Alert'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { CellDetails } from './CellDetails'
import { firstColumn, rolesRow, stateColumn } from './gridPlace'
import { RowGrid } from './RowGrid'
import { TableFailure } from './TableFailure'
import { TableFooter } from './TableFooter'
import { TableSettingsLine } from './TableSettingsLine'
import { TableToolbar } from './TableToolbar'
import { useEditing } from './useEditing'
import { type GridFocus, useGridFocus } from './useGridFocus'
import { useQueueTable } from './useQueueTable'
import { useTableUndo } from './useTableUndo'

/** The open table: its rows, how they are read, and what will be queued. */
export function TableSheet({ table }: { readonly table: OpenTable }) {
  const { table: store } = useStores()
  const total = useTable((state) => state.total)
  const mac = useApp(({ platform }) => platform === 'darwin')
  const focus = useGridFocus({ rows: total, columns: table.columns.length })
  const editing = useEditing(focus)
  const history = useTableUndo(table, focus)
  const queueing = useQueueTable(table)
  const detailsId = useId()
  const filter = useRef<HTMLInputElement>(null)
  const hasRows = table.counts.rows > 0
  const { unsure } = table.reading

  const act = useAct()
  const nextWrong = () =>
    void act(async () => {
      const found = await store.seekWrong(focus.place)
      if (found === null) return
      const { row, column, position } = found
      focus.move({ row: position, column: column === wholeRow ? stateColumn : firstColumn + column }, row.row)
    })
  // The focus starts in the rows once there are some, or where the user must say which column is the prompt.
  const begin = useEffectEvent(() => {
    // Whoever chooses how the table is read may want to choose again.
    if (document.activeElement?.closest('[data-table-reading]') != null) return
    const hasPrompt = table.settings.roles.includes('prompt')
    const start = { row: hasPrompt ? 0 : rolesRow, column: firstColumn }
    focus.move(focus.moves > 0 ? focus.at : start)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that confirms the encoding goes away with the focus
  useEffect(() => {
    if (hasRows) begin()
  }, [hasRows, unsure])

  const change = (patch: Partial<TableSettings>) => {
    store.change(patch)
    focus.move(focus.at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = mac ? event.metaKey : event.ctrlKey
    const key = keyOf(event)
    if (event.defaultPrevented || event.altKey) return
    if (key === 'F8' && hasRows) nextWrong()
    else if (!mod) return
    else if (key === 'Enter') queueing.queue(false)
    else if (key === 'f') filter.current?.focus()
    else if (isTyping(event.target)) return
    else if (key === 'z') history.undo(event.shiftKey)
    else if (key === 'y' && !event.shiftKey) history.undo(true)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of everything in it
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {table.problem !== null && <TableProblem problem={table.problem} />}
      {hasRows ? (
        <>
          <TableToolbar table={table} filter={filter} history={history} onNextWrong={nextWrong} />
          <TableSettingsLine table={table} />
          {total === 0 ? (
            <NoneShown focus={focus} />
          ) : (
            <RowGrid
              table={table}
              focus={focus}
              editing={editing}
              detailsId={detailsId}
              onNextWrong={nextWrong}
            />
          )}
          <CellDetails id={detailsId} table={table} focus={focus} />
        </>
      ) : (
        <div className="flex-1" />
      )}
      <div className="px-6 empty:hidden">
        <Alert text={editing.failure} />
        <TableFailure />
      </div>
      <TableFooter table={table} queueing={queueing} onChange={change} />
    </div>
  )
}

/** The last row of the view may have gone after an edit, and the focus with it. */
function NoneShown({ focus }: { readonly focus: GridFocus }) {
  const { t } = useTranslation()
  const { table } = useStores()
  const button = useRef<HTMLButtonElement>(null)
  const { owned, reached, moves } = focus
  // So that the table's keys still work, Undo first of all.
  const takeOver = useEffectEvent(() => {
    if (owned.current && reached.current === moves) button.current?.focus()
  })
  useEffect(() => takeOver(), [])
  function showAll(): void {
    owned.current = true
    table.show({ text: '', show: 'all' })
  }
  return (
    <div className="grid min-h-0 flex-1 place-items-center border-t border-line">
      <EmptyState title={t('table.noneShown')} hint={t('table.noneShownHint')}>
        <Button ref={button} className="mt-3" onClick={showAll}>
          {t('table.showAll')}
        </Button>
      </EmptyState>
    </div>
  )
}

/** Why the table ends early, or why nothing of it can be queued. */
function TableProblem({ problem }: { readonly problem: AppError }) {
  const { t } = useTranslation()
  const { open } = useOpenTable()
  const { cause, next } = useErrorText()(problem)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Banner
      level="error"
      cause={cause}
      next={next}
      actions={
        <Button ref={button} onClick={open}>
          {t('table.openAnother')}
        </Button>
      }
    />
  )
}
