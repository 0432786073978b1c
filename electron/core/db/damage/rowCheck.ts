import { isUtf8 } from 'node:buffer'
import type { Connection } from '../sqlite'
import type { ColumnRule, TableRules } from './columnRules'
import { bytesIn, type RawValue, rawColumns, rawRow, rowidsOf } from './damagedRows'

/** A column as its table declares it, with its rule. */
export interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT'
  readonly nullable: boolean
  /** SQL, null for none. */
  readonly standard: string | null
  readonly rule: ColumnRule
}

/** Finds damaged rows. Reads no text as text: the driver ends the process at bytes that aren't UTF-8. */
export interface RowCheck {
  readonly table: string
  /** It is rebuilt from other tables: nothing of it has to be kept. */
  readonly derived: boolean
  readonly columns: readonly Column[]
  /**
   * Rowids, in order, as bigints: a damaged one may be too large for a number. `rulesHold`: every row is known to
   * follow the rules of its table and every reference to lead somewhere, which leaves little to check.
   */
  damaged(options: { readonly rulesHold: boolean }): readonly bigint[]
  /** Names of the columns whose value doesn't fit. `lossy`: those with bytes that aren't text. */
  misfits(rowid: bigint): { readonly names: ReadonlySet<string>; readonly lossy: ReadonlyMap<string, Buffer> }
}

/** How many rows' texts are checked in one go. */
const window = 1000

const typesOf = { INTEGER: "'integer'", REAL: "'real', 'integer'", TEXT: "'text'" } as const

/** A number that code can't represent exactly isn't one of ours. */
const standardFits = (type: Column['type'], it: string): string =>
  type === 'TEXT' ? 'TRUE' : `${it} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`

const mayMiss = ({ needed }: ColumnRule): string =>
  needed === undefined ? 'TRUE' : `NOT coalesce(${needed}, TRUE)`

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
  readonly dflt_value: string | null
}

export function createRowCheck(connection: Connection, rules: TableRules): RowCheck {
  const { table, derived = false } = rules
  const infos = connection.prepare(`SELECT * FROM pragma_table_info('${table}')`).all() as ColumnInfo[]
  const columns = infos.map(
    ({ name, type, notnull, pk, dflt_value }): Column => ({
      name,
      type: type === 'INTEGER' || type === 'REAL' ? type : 'TEXT',
      // The primary key of a strict table is never NULL.
      nullable: notnull === 0 && pk === 0,
      standard: dflt_value,
      rule: rules.columns[name] ?? {},
    }),
  )
  const texts = columns.filter(({ type }) => type === 'TEXT').map(({ name }) => name)
  const readTexts = columns
    .filter(({ type, rule }) => type === 'TEXT' && !rule.checked && !rule.plain)
    .map(({ name, rule }) =>
      rule.unread === undefined ? `"${name}"` : `iif(${rule.unread}, NULL, "${name}")`,
    )
  const inCode = columns.filter(({ rule }) => rule.schema !== undefined)

  const rowids = (where: string, ...params: readonly bigint[]) =>
    rowidsOf(connection, `"${table}" NOT INDEXED`, where, ...params)

  const read = (selected: string, rowid: bigint): object => {
    const row: unknown = connection.prepare(`SELECT ${selected} FROM "${table}" WHERE rowid = ?`).get(rowid)
    return typeof row === 'object' && row !== null ? row : {}
  }

  /** Checks the type instead of IS NULL: for a column declared NOT NULL, SQLite takes the answer for granted. */
  function fits({ name, type, nullable, rule }: Column): string {
    const it = `"${table}"."${name}"`
    return `CASE
      WHEN typeof(${it}) = 'null' THEN ${nullable ? mayMiss(rule) : 'FALSE'}
      WHEN typeof(${it}) NOT IN (${typesOf[type]}) THEN FALSE
      ${rule.unread === undefined ? '' : `WHEN ${rule.unread} THEN TRUE`}
      ELSE ${rule.fits === undefined ? standardFits(type, it) : `coalesce(${rule.fits(it)}, FALSE)`} END`
  }

  /** The same if the rules of the table are known to hold: the checks that remain, if any. */
  function fitsBeyond({ name, nullable, rule }: Column): readonly string[] {
    const it = `"${table}"."${name}"`
    if (rule.checked || (rule.fits === undefined && rule.needed === undefined)) return []
    const whenThere = rule.fits === undefined ? 'TRUE' : `coalesce(${rule.fits(it)}, FALSE)`
    const whenRead = rule.unread === undefined ? whenThere : `(${rule.unread} OR ${whenThere})`
    return [nullable ? `iif(${it} IS NULL, ${mayMiss(rule)}, ${whenRead})` : whenRead]
  }

  /** Rows with bytes that aren't text: searched for in many rows at once, which is quick, then in each. */
  function garbled(among: readonly string[]): bigint[] {
    if (among.length === 0) return []
    const joined = `concat_ws(char(10), ${among.join(', ')})`
    const statement = connection.prepare(
      `SELECT max(place) AS last, CAST(group_concat(joined, char(10)) AS BLOB) AS bytes FROM (
         SELECT rowid AS place, ${joined} AS joined FROM "${table}" NOT INDEXED
         WHERE rowid > ? ORDER BY rowid LIMIT ${window})`,
    )
    const found: bigint[] = []
    statement.safeIntegers(true)
    let after = -(2n ** 63n)
    for (;;) {
      const row: unknown = statement.get(after)
      const last: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'last') : null
      if (typeof row !== 'object' || row === null || typeof last !== 'bigint') return found
      if (!isUtf8(bytesIn(row, 'bytes')))
        found.push(
          ...rowids('rowid > ? AND rowid <= ?', after, last).filter((rowid) => lossyOf(rowid).size > 0),
        )
      after = last
    }
  }

  function lossyOf(rowid: bigint): ReadonlyMap<string, Buffer> {
    if (texts.length === 0) return new Map()
    const row = rawRow(texts, read(rawColumns(texts), rowid))
    return new Map([...row].flatMap(([name, { bytes }]) => (isUtf8(bytes) ? [] : [[name, bytes]])))
  }

  /** For a table that is never long. */
  function misfitsInCode(rowid: bigint): readonly string[] {
    if (inCode.length === 0) return []
    const names = inCode.map(({ name }) => name)
    const row = rawRow(names, read(rawColumns(names), rowid))
    return inCode
      .filter(({ name, rule }) => {
        const value = row.get(name)
        if (value === undefined || value.type === 'null') return false
        return rule.schema?.safeParse(stated(name, value)).success === false
      })
      .map(({ name }) => name)
  }

  return {
    table,
    derived,
    columns,
    damaged({ rulesHold }) {
      const asked = rulesHold ? columns.flatMap(fitsBeyond) : columns.map(fits)
      const wrong = asked.length === 0 ? [] : rowids(`NOT (${asked.join(' AND ')})`)
      const wrongInCode =
        inCode.length === 0 ? [] : rowids('TRUE').filter((rowid) => misfitsInCode(rowid).length > 0)
      const found = new Set([
        ...wrong,
        ...wrongInCode,
        ...garbled(rulesHold ? readTexts : texts.map((name) => `"${name}"`)),
      ])
      return [...found].sort((one, other) => (one < other ? -1 : 1))
    },
    misfits(rowid) {
      const lossy = lossyOf(rowid)
      const row = read(columns.map((column) => `${fits(column)} AS "${column.name}"`).join(', '), rowid)
      const wrong = columns.filter(
        ({ name, rule }) => Reflect.get(row, name) !== 1 || (rule.exact === true && lossy.has(name)),
      )
      return { names: new Set([...wrong.map(({ name }) => name), ...misfitsInCode(rowid)]), lossy }
    },
  }
}

/** The value to check against a schema: for a JSON column, what its text contains. */
function stated(name: string, { type, bytes }: RawValue): unknown {
  const text = bytes.toString()
  if (type !== 'text') return Number(text)
  if (!name.endsWith('_json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
