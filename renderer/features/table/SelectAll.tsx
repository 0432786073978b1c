import { useTranslation } from '../../parts/useTranslation'
import { entriesOf } from '../../stores/listRows'
import { useStores, useTable } from '../../stores/storesContext'
import type { TableState } from '../../stores/tableStore'
import { isWhole } from '../../stores/tableView'

type Selected = 'all' | 'some' | 'none'

/** For a view of part of the table, this goes by the rows that have been fetched. */
export function selectedOf({ table, shown, rows }: TableState): Selected {
  if (table !== null && isWhole(shown)) {
    const { selected, rows: all } = table.counts
    return selected === 0 ? 'none' : selected === all ? 'all' : 'some'
  }
  const here = [...entriesOf(rows)].map(([, row]) => row.selected)
  return here.includes(true) ? (here.includes(false) ? 'some' : 'all') : 'none'
}

/** Selects every row of the view, or none. */
export function SelectAll() {
  const { t } = useTranslation()
  const { table } = useStores()
  const selected = useTable(selectedOf)
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={t('table.selectAll')}
      checked={selected === 'all'}
      ref={(box) => {
        if (box !== null) box.indeterminate = selected === 'some'
      }}
      onChange={() => void table.select({ view: table.getState().view }, selected !== 'all')}
    />
  )
}
