import type { OpenTable, TableView } from '@shared/model/table'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores, useTable } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Kbd } from '../../ui/Kbd'
import { SearchField } from '../../ui/SearchField'
import { SegmentedRadio } from '../../ui/SegmentedRadio'

interface TableToolbarProps {
  readonly table: OpenTable
  readonly filter: RefObject<HTMLInputElement | null>
  readonly onNextWrong: () => void
}

/** Which of the rows are shown. */
export function TableToolbar({ table, filter, onNextWrong }: TableToolbarProps) {
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
    </div>
  )
}
