/**
 * Takes the place of the core's `openDatabase`. The database is real, in memory, and all runs over one profile share a
 * connection and its statements: opening, checking and preparing would take most of the time. Each run holds a handle
 * that ends with it. What a kill leaves is what was committed: transactions are synchronous, so none is open then. A
 * database that was put back is the file of a copy, for the rest of that history.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, SqlParams } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { createDatabase } from '../../electron/core/db/opening/createDatabase'
import { migrate } from '../../electron/core/db/opening/migrate'
import type { DatabaseOptions, OpenedDatabase } from '../../electron/core/db/opening/openDatabase'
import { type Connection, connect } from '../../electron/core/db/sqlite'
import { disk } from './fileTree'

interface Shared {
  readonly db: Database
  readonly connection: Connection
  /** See `isAsWeLeftIt`. */
  isOurs: boolean
  /** Takes away what a history left. */
  empty(): void
}

/** Of all histories of this process, one after another: by the path of the file. */
const all = new Map<string, Shared>()
/** What takes the copies of this history away. */
const copies = new Set<() => void>()
let opened: { isOpen: boolean; readonly shared: Database } | null = null

function sharedAt(path: string): Shared {
  const known = all.get(path)
  if (known !== undefined) return known
  const connection = connect(':memory:')
  migrate(connection, migrations)
  const db = createDatabase(connection)
  const words = emptying(db)
  const made: Shared = { db, connection, isOurs: true, empty: () => void connection.exec(words) }
  all.set(path, made)
  return made
}

export function openDatabase({ path }: DatabaseOptions): OpenedDatabase {
  // Others look at its size.
  if (!disk().entries.has(path)) disk().add(path, 'file', 0o600)
  const file = sharedAt(path)
  const { db: shared } = file
  const own = { isOpen: true, shared }
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
    version: () => use().version(),
    close: () => {
      own.isOpen = false
    },
  }
  const makeOurs = () => {
    file.isOurs = true
  }
  return { db, salvage: null, isOurs: file.isOurs, makeOurs, doubt() {} }
}

/** As the end of the process does. */
export function dropDatabase(): void {
  if (opened !== null) opened.isOpen = false
  opened = null
}

/** No app runs, and what it knew is gone. Returns the jobs that it had. */
export function loseDatabase(path: string): readonly string[] {
  const jobs = jobsIn(path)
  dropDatabase()
  sharedAt(path).empty()
  return jobs
}

/** Puts what the database holds now in its place, whenever it is called. */
export function copyDatabase(path: string): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'world-'))
  const copy = join(folder, 'copy.db')
  const whole = sharedAt(path)
  whole.connection.exec(`VACUUM INTO '${copy}'`)
  const clear = () => rmSync(folder, { recursive: true, force: true })
  copies.add(clear)
  return () => {
    dropDatabase()
    const connection = connect(copy)
    connection.exec('PRAGMA synchronous = OFF')
    all.set(path, {
      db: createDatabase(connection),
      connection,
      isOurs: false,
      empty() {
        connection.close()
        all.set(path, whole)
        whole.empty()
      },
    })
  }
}

/** The jobs in a database, whether or not the app has it open. */
export const jobsIn = (path: string): readonly string[] =>
  sharedAt(path)
    .db.all<{ id: string }>('SELECT id FROM jobs')
    .map(({ id }) => id)

/** The jobs that have found something, or have its address still to be fetched, in a database. */
export const findersIn = (path: string): readonly string[] =>
  sharedAt(path)
    .db.all<{ id: string }>('SELECT DISTINCT job_id AS id FROM found_images')
    .map(({ id }) => id)

/** The next world begins with nothing. */
export function forgetDatabase(): void {
  dropDatabase()
  for (const { empty } of [...all.values()]) empty()
  for (const clear of copies) clear()
  copies.clear()
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
  return opened?.isOpen === true ? opened.shared.all<Row>(sql, params) : []
}
