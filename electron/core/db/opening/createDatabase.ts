import type { Statement } from 'libsql'
import { type TaskWatch, unwatched } from '../../taskWatch'
import type { Database, SqlParams } from '../database'
import { type Connection, disconnect } from '../sqlite'

const isRead = /^\s*SELECT\b/i

/**
 * Puts the `Database` interface over an open, migrated connection. `closeFile` closes it, and hears whether any statement
 * failed: none does unless the disk refuses it, or can't be understood, or what is stored isn't what was written.
 */
export function createDatabase(
  connection: Connection,
  tasks: Pick<TaskWatch, 'measure'> = unwatched,
  closeFile: (hadTrouble: boolean) => void = () => disconnect(connection),
): Database {
  const statements = new Map<string, Statement>()
  let depth = 0
  let open = true
  let hadTrouble = false
  let version = 0
  /** Whether a commit waits for the disk. */
  let isSynced = true

  function prepared(sql: string): Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  function noting<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      hadTrouble = true
      throw error
    }
  }
  const measured = <T>(sql: string, work: (statement: Statement) => T): T => {
    syncAgain()
    if (!isRead.test(sql)) version++
    return tasks.measure('statement', sql, () => noting(() => work(prepared(sql))))
  }
  const exec = (sql: string) => tasks.measure('statement', sql, () => noting(() => connection.exec(sql)))

  function whole<T>(body: () => T): T {
    exec('BEGIN IMMEDIATE')
    depth++
    try {
      const result = body()
      exec('COMMIT')
      return result
    } catch (error) {
      // After some errors SQLite has rolled back on its own.
      version++
      if (connection.inTransaction) exec('ROLLBACK')
      throw error
    } finally {
      depth--
    }
  }

  function unsynced<T>(work: () => T): T {
    syncAgain()
    exec('PRAGMA synchronous = NORMAL')
    isSynced = false
    try {
      return work()
    } finally {
      syncAgain()
    }
  }

  /** Within a transaction it can't be changed: also not within one that the disk didn't let end. */
  function syncAgain(): void {
    if (isSynced || connection.inTransaction) return
    exec('PRAGMA synchronous = FULL')
    isSynced = true
  }

  return {
    run: (sql, params = {}) => measured(sql, (statement) => statement.run(params).changes),

    // The caller vouches that its SQL selects a `Row`: this is the only place without a schema check.
    get: <Row>(sql: string, params: SqlParams = {}) => {
      const row = measured(sql, (statement) => statement.get(params))
      if (typeof row === 'object' && row !== null) Reflect.deleteProperty(row, '_metadata')
      return row as Row | undefined
    },

    all: <Row>(sql: string, params: SqlParams = {}) =>
      measured(sql, (statement) => statement.all(params)) as Row[],

    transaction(body, { isRemade } = { isRemade: false }) {
      if (depth > 0) return body()
      return tasks.measure('transaction', body, () => {
        if (isRemade) return unsynced(() => whole(body))
        syncAgain()
        return whole(body)
      })
    },

    version: () => version,

    close() {
      if (!open) return
      open = false
      statements.clear()
      closeFile(hadTrouble)
    },
  }
}
