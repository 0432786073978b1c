import { existsSync, rmSync } from 'node:fs'
import Libsql, { type Statement } from 'libsql'

type SqlValue = string | number | null
type SqlParams = readonly SqlValue[]

/** The file in which one table is kept. Statements are prepared once and kept; all calls are synchronous. */
export interface StagingDatabase {
  /** Returns the number of changed rows. Parameters are `?`, in order, or `?1`. */
  run(sql: string, params?: SqlParams): number
  get<Row>(sql: string, params?: SqlParams): Row | undefined
  all<Row>(sql: string, params?: SqlParams): Row[]
  /** One row at a time, since they may not all fit into memory. Nothing may be written meanwhile. */
  each<Row>(sql: string, params?: SqlParams): Iterable<Row>
  /** Runs `body` in one transaction, or in the one that is open. Throws what it throws, after rolling back. */
  transaction<T>(body: () => T): T
  /** The same for work that takes turns with others, whose reads see it half done. */
  longTransaction<T>(body: () => Promise<T>): Promise<T>
  exec(sql: string): void
  close(): void
}

const schema = `
-- OpenTable without what is counted, and what is needed to check rows again; one row
CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), state_json TEXT NOT NULL) STRICT;

-- where it came from: the path of a file, or pasted text; one row
CREATE TABLE source (id INTEGER PRIMARY KEY CHECK (id = 1), path TEXT, text TEXT) STRICT;

CREATE TABLE rows (
  row INTEGER PRIMARY KEY,
  line INTEGER,
  -- an array of TableCells
  cells_json TEXT NOT NULL,
  -- an AppError: what reading found wrong with its form
  fault_json TEXT,
  -- the cells as they were read, once they were edited
  read_json TEXT
) STRICT;

-- apart from the cells, so that counting does not read those
CREATE TABLE checks (
  row INTEGER PRIMARY KEY,
  -- RowErrors, null for none
  errors_json TEXT,
  key TEXT,
  -- the first row with the same key, when it is another one
  taken_by INTEGER,
  -- with its size, as JSON; a table that an older app left has the model alone
  model TEXT,
  requests INTEGER NOT NULL,
  images INTEGER NOT NULL,
  -- bits of remarkBits
  left_out INTEGER NOT NULL,
  selected INTEGER NOT NULL DEFAULT 1,
  -- a KnownRow
  known_json TEXT
) STRICT;
`

/** SQLite's own page cache, in KiB: the system caches the pages too. */
const cacheKiB = 4096

export const hasStaging = (path: string): boolean => existsSync(path)

export function removeStaging(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${ending}`, { force: true })
}

export interface NewStaging extends StagingDatabase {
  /** From now on every change survives a kill. */
  keep(): void
  /** Closes the file and removes it. */
  discard(): void
}

/**
 * A new file, written as quickly as possible: a kill before `keep` may leave half of one, which is never opened again.
 */
export function createStaging(path: string): NewStaging {
  removeStaging(path)
  const connection = new Libsql(path)
  connection.exec(
    `PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cacheKiB};`,
  )
  connection.exec(schema)
  const database = wrapped(connection)
  return {
    ...database,
    keep: () => connection.exec(lasting),
    discard() {
      database.close()
      removeStaging(path)
    },
  }
}

/** A file of an earlier run. Throws if it isn't one, or is damaged. */
export function openStaging(path: string): StagingDatabase {
  const connection = new Libsql(path)
  try {
    connection.exec(`${lasting} PRAGMA cache_size = -${cacheKiB}; ${assertSound}`)
    return wrapped(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

const lasting = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'
const assertSound = `
CREATE TEMP TABLE soundness (message TEXT CHECK (message = 'ok'));
INSERT INTO soundness SELECT quick_check FROM pragma_quick_check(1);
DROP TABLE soundness;
`

/** The disk is full. */
export function isFull(error: unknown): boolean {
  const full = 13
  return error instanceof Error && 'rawCode' in error && error.rawCode === full
}

function wrapped(connection: Libsql.Database): StagingDatabase {
  const statements = new Map<string, Statement>()

  function prepared(sql: string): Statement {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  /** After some errors SQLite has rolled back on its own. */
  function rollback(): void {
    if (connection.inTransaction) connection.exec('ROLLBACK')
  }

  return {
    run: (sql, params = []) => prepared(sql).run(params).changes,
    // The caller vouches that its SQL selects a `Row`.
    get: <Row>(sql: string, params: SqlParams = []) => prepared(sql).get(params) as Row | undefined,
    all: <Row>(sql: string, params: SqlParams = []) => prepared(sql).all(params) as Row[],
    each: <Row>(sql: string, params: SqlParams = []) => prepared(sql).iterate(params) as Iterable<Row>,
    transaction(body) {
      if (connection.inTransaction) return body()
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = body()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        rollback()
        throw error
      }
    },
    async longTransaction(body) {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = await body()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        rollback()
        throw error
      }
    },
    exec: (sql) => connection.exec(sql),
    close() {
      statements.clear()
      connection.close()
    },
  }
}
