import { isUtf8 } from 'node:buffer'
import { bytesIn } from './damage/damagedRows'
import { migrate } from './migrate'
import type { Migration } from './migration'
import { type Connection, connect } from './sqlite'

/**
 * Whether a migrated database has every table, column, index and trigger that the migrations create. Damage there
 * appears as another name, and each statement that uses the right name would fail.
 */
export function hasOurSchema(connection: Connection, migrations: readonly Migration[]): boolean {
  const fresh = connect(':memory:')
  try {
    migrate(fresh, migrations)
    const found = parts(connection)
    return found !== null && (parts(fresh) ?? []).every((part) => found.includes(part))
  } finally {
    fresh.close()
  }
}

/** Null if a name isn't text. */
function parts(connection: Connection): readonly string[] | null {
  const whole = connection
    .prepare(
      `SELECT CAST(group_concat(type || name || tbl_name || coalesce(sql, '')) AS BLOB) AS part FROM sqlite_schema`,
    )
    .get()
  if (typeof whole !== 'object' || whole === null || !isUtf8(bytesIn(whole, 'part'))) return null
  const rows = connection
    .prepare(
      `SELECT type || ' ' || name AS part FROM sqlite_schema
       UNION ALL
       SELECT tables.name || '.' || columns.name || ' ' || columns.type || ' ' || columns."notnull" || ' ' || columns.pk
       FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.schema = 'main' AND tables.type = 'table'`,
    )
    .all()
  return (rows as { readonly part: string }[]).map(({ part }) => part)
}
