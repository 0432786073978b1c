import Libsql from 'libsql'

/** One column of a database's tables. */
export interface TableColumn {
  readonly table: string
  readonly column: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
}

/** Every column of our own tables, without those that SQLite creates for a text index. */
export function tableColumns(path: string): readonly TableColumn[] {
  return withFile(path, (file) => {
    const rows = file
      .prepare(
        `SELECT tables.name AS "table", columns.name AS "column", columns.type AS type
         FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite~_%' ESCAPE '~'
         ORDER BY tables.name, columns.cid`,
      )
      .all()
    return (rows as TableColumn[]).map(({ table, column, type }) => ({ table, column, type }))
  })
}

const anywhere = {
  nothing: 'NULL',
  'an unknown word': "'sideways'",
  bytes: "x'00ff'",
  'a huge number': '9223372036854775807',
  'a number below zero': '-5',
}
const inText = {
  'bytes that are no text': "CAST(x'7bff61' AS TEXT)",
  'no letters': "''",
  'a path': "'../../secret'",
}
const inJson = {
  'broken JSON': `'{"code":'`,
  'JSON of another shape': `'[1,{"model":null}]'`,
  'another object': `'{"model":3,"prompt":[],"code":"none","since":"x","kind":"answered"}'`,
}

/** What a column may hold after damage, in SQL. */
export const damagedValues = ({ column, type }: TableColumn): Readonly<Record<string, string>> => ({
  ...anywhere,
  ...(type === 'TEXT' ? inText : {}),
  ...(column.endsWith('_json') ? inJson : {}),
})

/** The rows that belong to one of this many connections, in SQL: each connection has equally many. */
export function rowsOf(table: string, connection: number, connections: number): string {
  const upTo = (count: number) =>
    `(SELECT min(rowid) - 1 + count(*) * ${count} / ${connections} FROM "${table}")`
  return `rowid > ${upTo(connection)} AND rowid <= ${upTo(connection + 1)}`
}

/** A value (SQL) that comes into a column of the rows that `where` selects. */
export interface Damage {
  readonly column: string
  readonly value: string
  readonly where: string
}

/**
 * Damages a table in each of these ways. Like damage on the disk, it bypasses the table's rules and triggers. Where
 * SQLite itself can't hold such a value in all these rows, the first of them is damaged. Returns how many were.
 */
export function damage(path: string, table: string, ways: readonly Damage[]): number {
  return withFile(path, (file) => {
    const named = (type: string) =>
      file.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = ?`).all(type) as {
        readonly name: string
        readonly sql: string
      }[]
    const declared = named('table').find(({ name }) => name === table)?.sql ?? ''
    const triggers = named('trigger')
    const declare = (sql: string) =>
      file.exec(`PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = '${sql.replaceAll("'", "''")}' WHERE type = 'table' AND name = '${table}';
        PRAGMA writable_schema = RESET`)
    file.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
    for (const { name } of triggers) file.exec(`DROP TRIGGER "${name}"`)
    declare(declared.replace(/\) STRICT$/, ')').replaceAll(' NOT NULL', ''))
    const update = ({ column, value, where }: Damage): number => {
      try {
        return file.prepare(`UPDATE "${table}" SET "${column}" = ${value} WHERE ${where}`).run().changes
      } catch {
        // A rowid is a number, and two rows can't have the same one.
        return 0
      }
    }
    const damaged = ways.reduce((sum, way) => {
      const first = `rowid = (SELECT min(rowid) FROM "${table}" WHERE ${way.where})`
      return sum + (update(way) || update({ ...way, where: first }))
    }, 0)
    declare(declared)
    for (const { sql } of triggers) file.exec(sql)
    return damaged
  })
}

/** A row's values, by column: the hex of each value's bytes, null for NULL. */
export type DumpedRow = Readonly<Record<string, string | null>>

/** Every row of our own tables, by table and rowid. */
export function dump(path: string): ReadonlyMap<string, ReadonlyMap<number, DumpedRow>> {
  const columns = tableColumns(path)
  const tables = new Set(columns.map(({ table }) => table))
  return withFile(path, (file) => {
    const rowsOf = (table: string): ReadonlyMap<number, DumpedRow> => {
      const names = columns.filter((one) => one.table === table).map(({ column }) => column)
      const shown = names.map((name) => `iif(typeof("${name}") = 'null', NULL, hex("${name}")) AS "${name}"`)
      const rows = file.prepare(`SELECT rowid AS damage_rowid, ${shown.join(', ')} FROM "${table}"`).all()
      return new Map(
        (rows as ({ readonly damage_rowid: number } & Record<string, string | null>)[]).map((row) => [
          row.damage_rowid,
          Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
        ]),
      )
    }
    return new Map([...tables].map((table) => [table, rowsOf(table)]))
  })
}

/** The same for a row that was kept. */
export function dumpedRow(rowJson: string): DumpedRow {
  const row: Record<string, unknown> = JSON.parse(rowJson)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, dumpedValue(value)]))
}

function dumpedValue(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'object' && 'hex' in value) return String(value.hex).toUpperCase()
  return Buffer.from(String(value)).toString('hex').toUpperCase()
}

function withFile<T>(path: string, work: (file: Libsql.Database) => T): T {
  const file = new Libsql(path)
  try {
    return work(file)
  } finally {
    file.close()
  }
}
