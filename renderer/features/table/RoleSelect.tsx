import { type OpenTable, repeatedRoles, type TableRole, tableRoles } from '@shared/model/table'
import { useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useStores, useTable } from '../../stores/storesContext'
import { Select } from '../../ui/Select'
import { columnName } from './tableWords'

/** A value among the roles. */
const variable = 'variable'

/** Chooses a column's role. Enter leads into it, Escape out again. */
export function RoleSelect({ table, column }: { readonly table: OpenTable; readonly column: number }) {
  const { t } = useTranslation()
  const { table: store } = useStores()
  const settings = useTable(({ changed }) => changed) ?? table.settings
  const id = useId()
  const name = columnName(table.columns, column, t)
  const role = settings.roles[column] ?? null

  const choose = (value: string): void => {
    const chosen: TableRole | null = tableRoles.find((one) => one === value) ?? null
    // The column that had the role becomes a variable.
    const roles = table.columns.map((_, index) => {
      const before = settings.roles[index] ?? null
      if (index === column) return chosen
      return before === chosen && !repeatedRoles.includes(chosen) ? null : before
    })
    store.change({ roles })
  }

  return (
    <div data-own-escape className="w-full">
      <span id={`${id}label`} className="sr-only">
        {t('table.role', { column: name })}
      </span>
      <Select
        id={id}
        tabIndex={-1}
        value={role ?? variable}
        options={[
          ...tableRoles.map((value) => ({ value, label: t(`table.roles.${value}`) })),
          { value: variable, label: t('table.variable', { name: `{{${name}}}` }) },
        ]}
        onChange={choose}
      />
    </div>
  )
}
