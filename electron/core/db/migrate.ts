import { AppFailure, appError } from '@shared/errors'
import type { Migration } from './migration'
import { type Connection, userVersion } from './sqlite'

function assertGapless(migrations: readonly Migration[]): void {
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`migration ${name} has version ${version}, not ${index + 1}`)
  })
}

export function databaseNewer(found: number, known: number): AppFailure {
  return new AppFailure(appError('databaseNewer', { params: { found, known } }))
}

/**
 * Brings the schema to `upTo` (default: the newest), each step with its version in one transaction.
 * Throws AppFailure `databaseNewer` if a newer Cyanotype wrote the file; then nothing is changed.
 */
export function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  upTo = migrations.length,
): void {
  assertGapless(migrations)
  const current = userVersion(connection)
  if (current > migrations.length) throw databaseNewer(current, migrations.length)
  for (const { version, sql } of migrations.slice(current, upTo)) {
    connection.exec('BEGIN IMMEDIATE')
    try {
      connection.exec(sql)
      connection.exec(`PRAGMA user_version = ${version}; COMMIT`)
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }
}
