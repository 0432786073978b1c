import { isUtf8 } from 'node:buffer'
import type { Connection } from '../sqlite'

/** A value as SQLite has it; `bytes` is what is stored, also for text. */
export interface RawValue {
  readonly type: 'null' | 'integer' | 'real' | 'text' | 'blob'
  readonly bytes: Buffer
}

export type RawRow = ReadonlyMap<string, RawValue>

/** Keeps damaged rows as they were, so that nothing is lost, whether it could be repaired or not. */
export interface DamagedRows {
  /** Keeps a row as it is, only once even if called repeatedly. */
  keep(table: string, rowid: bigint): void
  /** Keeps a row that is in no table of this database. */
  keepRow(table: string, row: RawRow): void
  /** Keeps a row and removes it from its table. */
  setAside(table: string, rowid: bigint): void
  /** The number of rows that were kept. */
  count(): number
}

/**
 * Reads columns without reading text as text, because the driver ends the process at bytes that aren't UTF-8. `t_`
 * before a name is its type, `b_` its bytes.
 */
export function rawColumns(columns: readonly string[]): string {
  return columns
    .map((name) => `typeof("${name}") AS "t_${name}", CAST("${name}" AS BLOB) AS "b_${name}"`)
    .join(', ')
}

export function rawRow(columns: readonly string[], row: object): RawRow {
  return new Map(columns.map((name) => [name, rawValue(row, name)]))
}

/** The bytes of a row that was read, in the form the driver gives for one row or for many; empty for NULL. */
export function bytesIn(row: object, name: string): Buffer {
  const bytes: unknown = Reflect.get(row, name)
  if (Buffer.isBuffer(bytes)) return bytes
  return bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.alloc(0)
}

function rawValue(row: object, name: string): RawValue {
  const type: unknown = Reflect.get(row, `t_${name}`)
  const bytes = bytesIn(row, `b_${name}`)
  return type === 'integer' || type === 'real' || type === 'text' || type === 'blob'
    ? { type, bytes }
    : { type: 'null', bytes }
}

/** The SQL's `value` column, read as bytes; anything that isn't text becomes the replacement character. */
export function textsOf(connection: Connection, sql: string): readonly string[] {
  const rows = connection.prepare(sql).all()
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null ? [bytesIn(row, 'value').toString()] : [],
  )
}

/** The names of its columns; empty if there is no such table. */
export function columnsOf(connection: Connection, table: string): readonly string[] {
  return textsOf(connection, `SELECT CAST(name AS BLOB) AS value FROM pragma_table_info('${table}')`)
}

/** Rowids of a table, in order. */
export function rowidsOf(
  connection: Connection,
  table: string,
  where: string,
  ...params: readonly bigint[]
): readonly bigint[] {
  const statement = connection.prepare(`SELECT rowid AS place FROM ${table} WHERE ${where} ORDER BY rowid`)
  statement.safeIntegers(true)
  return (statement.all(...params) as { readonly place: bigint }[]).map(({ place }) => place)
}

export function createDamagedRows(connection: Connection, now: number): DamagedRows {
  const known = new Set<string>()
  let count = 0

  function read(table: string, rowid: bigint): RawRow {
    const columns = columnsOf(connection, table)
    const row = connection.prepare(`SELECT ${rawColumns(columns)} FROM "${table}" WHERE rowid = ?`).get(rowid)
    if (typeof row !== 'object' || row === null) throw new Error('there is no such row')
    return rawRow(columns, row)
  }

  function keepRow(table: string, row: RawRow): void {
    const shown = Object.fromEntries([...row].map(([name, value]) => [name, shownValue(value)]))
    connection
      .prepare('INSERT INTO damaged_rows (table_name, row_json, found_at) VALUES (?, ?, ?)')
      .run(table, JSON.stringify(shown), now)
    count++
  }

  function keep(table: string, rowid: bigint): void {
    const name = `${table} ${rowid}`
    if (known.has(name)) return
    known.add(name)
    keepRow(table, read(table, rowid))
  }

  return {
    keep,
    keepRow,
    setAside(table, rowid) {
      keep(table, rowid)
      connection.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid)
    },
    count: () => count,
  }
}

/** As JSON can express it: bytes that aren't text, and numbers it would round, are described in words. */
function shownValue({ type, bytes }: RawValue): unknown {
  const text = bytes.toString()
  switch (type) {
    case 'null':
      return null
    case 'integer':
      return Number.isSafeInteger(Number(text)) ? Number(text) : text
    case 'real':
      return Number.isFinite(Number(text)) ? Number(text) : text
    case 'text':
      return isUtf8(bytes) ? text : { hex: bytes.toString('hex') }
    case 'blob':
      return { hex: bytes.toString('hex') }
  }
}
