import type { Statement } from 'libsql'
import type { Database, SqlParams } from '../database'
import { type Connection, disconnect } from '../sqlite'

/** Puts the `Database` interface over an open, migrated connection. */
export function createDatabase(connection: Connection): Database {
  const statements = new Map<string, Statement>()
  let depth = 0
  let open = true

  function prepared(sql: string): Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    run: (sql, params = {}) => prepared(sql).run(params).changes,

    // The caller vouches that its SQL selects a `Row`: this is the only place without a schema check.
    get: <Row>(sql: string, params: SqlParams = {}) => {
      const row = prepared(sql).get(params)
      if (typeof row === 'object' && row !== null) Reflect.deleteProperty(row, '_metadata')
      return row as Row | undefined
    },

    all: <Row>(sql: string, params: SqlParams = {}) => prepared(sql).all(params) as Row[],

    transaction(body) {
      if (depth > 0) return body()
      connection.exec('BEGIN IMMEDIATE')
      depth++
      try {
        const result = body()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        // After some errors SQLite has rolled back on its own.
        if (connection.inTransaction) connection.exec('ROLLBACK')
        throw error
      } finally {
        depth--
      }
    },

    close() {
      if (!open) return
      open = false
      statements.clear()
      disconnect(connection)
    },
  }
}
