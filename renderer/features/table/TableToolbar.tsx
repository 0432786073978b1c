import { searchMaximum } from '@shared/model/row'
import type { OpenTable, TableView } from '@shared/model/table'
import { type LucideIcon, Redo2, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useStores, useTable } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { Kbd } from '../../ui/Kbd'
import { SearchField } from '../../ui/SearchField'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import type { TableUndo } from './useTableUndo'

interface TableToolbarProps {
  readonly table: OpenTable
  readonly filter: RefObject<HTMLInputElement | null>
  readonly history: TableUndo
  readonly onNextWrong: () => void
}

/** Filters the rows, and steps back and forth through the changes made to them. */
export function TableToolbar({ table, filter, history, onNextWrong }: TableToolbarProps) {
  const { t } = useTranslation()
  const { table: store } = useStores()
  const view = useTable((state) => state.view)
  const { rows, wrong, known } = table.counts
  const right = rows - wrong - (table.settings.again ? 0 : known)
  const options: readonly { readonly value: TableView['show']; readonly label: string }[] = [
    { value: 'all', label: t('table.all', { count: rows }) },
    { value: 'right', label: t('table.right', { count: right }) },
    { value: 'wrong', label: t('table.wrong', { count: wrong }) },
    { value: 'known', label: t('table.known', { count: known }) },
  ]
  return (
    <div className="flex flex-wrap items-center gap-3 px-6 pt-3">
      <SearchField
        maxLength={searchMaximum}
        ref={filter}
        label={t('table.filter')}
        placeholder={t('table.filter')}
        clearLabel={t('table.clearFilter')}
        value={view.text}
        onSearch={(text) => store.show({ text })}
        className="w-56"
      />
      <SegmentedRadio
        label={t('table.show')}
        value={view.show}
        options={options}
        onChange={(show) => store.show({ show })}
      />
      {wrong > 0 && (
        <Button look="ghost" onClick={onNextWrong}>
          {t('table.nextWrong')} <Kbd keys={['F8']} />
        </Button>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-1">
        <p role="status" className="min-w-0 truncate pr-1 text-small text-dim">
          {history.said}
        </p>
        <HistoryButton icon={Undo2} name="undo" table={table} history={history} />
        <HistoryButton icon={Redo2} name="redo" table={table} history={history} />
      </div>
    </div>
  )
}

interface HistoryButtonProps {
  readonly icon: LucideIcon
  readonly name: 'undo' | 'redo'
  readonly table: OpenTable
  readonly history: TableUndo
}

/**
 * Stays in place, and can be focused, when there is nothing to do: the last step must not lose the focus.
 */
function HistoryButton({ icon, name, table, history }: HistoryButtonProps) {
  const { t } = useTranslation()
  const can = table.history[name]
  return (
    <IconButton
      icon={icon}
      label={t(`table.${name}`)}
      aria-disabled={!can}
      className="aria-disabled:text-faint aria-disabled:opacity-50 aria-disabled:hover:bg-transparent"
      onClick={() => can && history.undo(name === 'redo')}
    />
  )
}
