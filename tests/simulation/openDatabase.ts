/**
 * Takes the place of the core's `openDatabase`. The database is real, in memory, and all runs of a process share one
 * connection and its statements: opening, checking and preparing would take most of the time. Each run holds a handle
 * that ends with it. What a kill leaves is what was committed: transactions are synchronous, so none is open then.
 */

import type { Database, SqlParams } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { createDatabase } from '../../electron/core/db/opening/createDatabase'
import { migrate } from '../../electron/core/db/opening/migrate'
import type { DatabaseOptions, OpenedDatabase } from '../../electron/core/db/opening/openDatabase'
import { connect } from '../../electron/core/db/sqlite'
import { disk } from './fileTree'

/** Of all histories of this process, one after another. */
const connection = connect(':memory:')
migrate(connection, migrations)
const shared = createDatabase(connection)
/** Takes away what a history left. */
const empty = emptying(shared)
let opened: { isOpen: boolean } | null = null

export function openDatabase({ path }: DatabaseOptions): OpenedDatabase {
  // Others look at its size.
  if (!disk().entries.has(path)) disk().add(path, 'file', 0o600)
  const own = { isOpen: true }
  opened = own
  const use = (): Database => {
    if (!own.isOpen) throw new TypeError('The database connection is not open')
    return shared
  }
  const db: Database = {
    run: (sql, params) => use().run(sql, params),
    get: (sql, params) => use().get(sql, params),
    all: (sql, params) => use().all(sql, params),
    transaction: (body, options) => use().transaction(body, options),
    close: () => {
      own.isOpen = false
    },
  }
  return { db, salvage: null, doubt() {} }
}

/** As the end of the process does. */
export function dropDatabase(): void {
  if (opened !== null) opened.isOpen = false
  opened = null
}

/** The next world begins with nothing. */
export function forgetDatabase(): void {
  dropDatabase()
  connection.exec(empty)
}

/** SQL that makes a database what it was when it was migrated. */
function emptying(migrated: Database): string {
  const read = (sql: string) => migrated.all<{ readonly word: string }>(sql).map(({ word }) => word)
  const tables = read(
    `SELECT name AS word FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'`,
  )
  const words = ['PRAGMA foreign_keys = OFF; BEGIN', ...tables.map((table) => `DELETE FROM "${table}"`)]
  // Triggers wrote to tables that were emptied before.
  for (const table of tables) {
    words.push(`DELETE FROM "${table}"`)
    const columns = read(`SELECT 'quote("' || name || '")' AS word FROM pragma_table_info('${table}')`)
    for (const row of read(`SELECT ${columns.join(` || ', ' || `)} AS word FROM "${table}"`))
      words.push(`INSERT INTO "${table}" VALUES (${row})`)
  }
  words.push(
    `INSERT INTO images_text (images_text) VALUES ('delete-all')`,
    `INSERT INTO images_short (images_short) VALUES ('delete-all')`,
    'COMMIT',
    'PRAGMA foreign_keys = ON',
  )
  return words.join(';\n')
}

/** Reads the open database of the app beside it: synchronous, so never in the middle of its work. */
export function look<Row>(sql: string, params: SqlParams = {}): readonly Row[] {
  return opened?.isOpen === true ? shared.all<Row>(sql, params) : []
}
