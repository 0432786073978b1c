import Libsql from 'libsql'

export type Connection = Libsql.Database

/** How long another process may keep us waiting for the file, in milliseconds. */
const busyTimeoutMs = 1000

/**
 * Opens a file with the settings that make commits durable and keep the file to ourselves. Throws what SQLite throws.
 * `isDamaged`: its tables are read even if an index or a trigger among them can't be understood.
 */
export function connect(path: string, { isDamaged = false } = {}): Connection {
  const connection = new Libsql(path)
  try {
    if (isDamaged) connection.exec('PRAGMA writable_schema = ON')
    connection.exec(`
      PRAGMA busy_timeout = ${busyTimeoutMs};
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      PRAGMA fullfsync = ON;
      PRAGMA foreign_keys = ON;
      BEGIN IMMEDIATE;
      COMMIT;
    `)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Releases the file. The driver's own close does so only once every statement is garbage. It then removes a log by its
 * name, even if another process owns it by then. So the log and the lock are given up first.
 */
export function disconnect(connection: Connection): void {
  try {
    connection.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema',
    )
  } catch {
    // Anything that can't be released now is released when the process ends; no committed data depends on it.
  } finally {
    connection.close()
  }
}

/** SQLite's messages about a row that breaks a rule of its table: it can be read, and repaired. */
const ofRow = ['NULL value in *', 'non-* value in *', 'CHECK constraint failed in *']
  .map((pattern) => ` OR message GLOB '${pattern}'`)
  .join('')

/**
 * Throws if the file's structure is broken, or a row breaks a rule of its table. Only uses `exec`: a prepared statement
 * would keep a broken file open after its close.
 */
export function assertSound(connection: Connection): void {
  assertSaid(connection, 1)
}

/** Throws if the file's structure is broken; false if it is sound but a row breaks a rule of its table. */
export function areRowsSound(connection: Connection): boolean {
  try {
    assertSound(connection)
    return true
  } catch (error) {
    if (!isConstraint(error)) throw error
    assertSaid(connection, 1_000_000, ofRow)
    return false
  }
}

/** Throws unless SQLite has no complaints, or the first `complaints` of them are allowed by `besides`. */
function assertSaid(connection: Connection, complaints: number, besides = ''): void {
  connection.exec(`
    DROP TABLE IF EXISTS temp.soundness;
    CREATE TEMP TABLE soundness (message TEXT CHECK (message = 'ok'${besides}));
    INSERT INTO soundness SELECT quick_check FROM pragma_quick_check(${complaints});
    DROP TABLE soundness;
  `)
}

export function userVersion(connection: Connection): number {
  const row = connection.prepare('PRAGMA user_version').get()
  if (typeof row === 'object' && row !== null && 'user_version' in row) return Number(row.user_version)
  throw new Error('SQLite told no user_version')
}

const resultCodes = { error: 1, busy: 5, corrupt: 11, constraint: 19, notADatabase: 26 } as const

/**
 * Faults of our SQL, or of how we use it: ERROR, ABORT, LOCKED, INTERRUPT, NOTFOUND, SCHEMA, TOOBIG, CONSTRAINT,
 * MISMATCH, MISUSE, AUTH, RANGE. Anything else is a fault of the disk, or of its contents.
 */
const ofStatements: ReadonlySet<number> = new Set([1, 4, 6, 9, 12, 17, 18, 19, 20, 21, 23, 25])

/** SQLite's primary result code, or null for another kind of error. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('rawCode' in error) || typeof error.rawCode !== 'number') return null
  return error.rawCode & 0xff
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === resultCodes.busy
}

export function isConstraint(error: unknown): boolean {
  return resultCode(error) === resultCodes.constraint
}

/** Something that a statement names is missing or can't be read: for our own SQL on our own tables, that is damage. */
export function isSchemaError(error: unknown): boolean {
  return resultCode(error) === resultCodes.error
}

export function isDamage(error: unknown): boolean {
  const code = resultCode(error)
  return code === resultCodes.corrupt || code === resultCodes.notADatabase
}

/** True if the disk refused SQLite: it is full, can't be written to, or can't be read. */
export function isDiskRefusal(error: unknown): boolean {
  const code = resultCode(error)
  return code !== null && !ofStatements.has(code)
}
