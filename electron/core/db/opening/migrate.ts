import { isUtf8 } from 'node:buffer'
import { AppFailure, appError } from '@shared/errors'
import { bytesIn } from '../damage/damagedRows'
import type { Migration } from '../migrations/migration'
import { type Connection, connect, userVersion } from '../sqlite'

function assertGapless(migrations: readonly Migration[]): void {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`migration ${name} has version ${version}, not ${index + 1}`)
  })
}

export function databaseNewer(found: number, known: number): AppFailure {
  return new AppFailure(appError('databaseNewer', { params: { found, known } }))
}

/**
 * Brings the schema to `upTo` (default: the newest) in one transaction: a commit of each step would cost a new profile a
 * tenth of a second. Throws AppFailure `databaseNewer` if a newer Cyanotype wrote the file; then nothing is changed.
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  upTo = migrations.length,
): void {
  assertGapless(migrations)
  const current = userVersion(connection)
  if (current > migrations.length) throw databaseNewer(current, migrations.length)
  if (current >= upTo) return
  connection.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of stepsBetween(migrations, current, upTo)) connection.exec(sql)
    connection.exec(`PRAGMA user_version = ${upTo}; COMMIT`)
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/** SQL that brings a schema from one version to another; a new one needs no steps where the whole is known. */
function stepsBetween(migrations: readonly Migration[], current: number, upTo: number): readonly string[] {
  const whole = current === 0 ? migrations[upTo - 1]?.whole : undefined
  return whole === undefined ? migrations.slice(current, upTo).map(({ sql }) => sql) : [whole]
}

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
