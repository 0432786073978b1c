import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import {
  type DumpedRow,
  damage,
  damagedValues,
  dump,
  dumpedRow,
  type TableColumn,
  tableColumns,
} from '../../../support/damagedDatabase'
import { createFakeClock } from '../../../support/fakeClock'
import { fillConnection } from '../../../support/filledDatabase'
import { memoryLogger } from '../../../support/testPorts'
import { expectCounted } from '../../queue/countedRows'

const clock = createFakeClock()

/**
 * Tables rebuilt from others, so their rows are not kept; what only an Undo of this run reads; and the table that keeps
 * damaged rows.
 */
const unkept = new Set([
  'job_counts',
  'waiting_counts',
  'moment_counts',
  'saved_counts',
  'ended_counts',
  'batch_ends',
  'request_counts',
  'press_rows',
  'damaged_rows',
  'collected_changes',
  'collection_counts',
])

function open(path: string): Database {
  const { db, salvage } = openDatabase({ path, migrations, clock, logger: memoryLogger() })
  expect(salvage).toBeNull()
  return db
}

const keptRows = (db: Database) =>
  db.all<{ table: string; row: string }>('SELECT table_name AS "table", row_json AS row FROM damaged_rows')

/** Each kind of damage to a column gets a connection of its own, in files of several columns; the last one stays sound. */
const most = 34

function build(connections: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cyanotype-damage-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'sound.db')
  const db = open(path)
  for (let i = 0; i < connections; i++)
    fillConnection(db, { name: `n${i}`, baseUrl: `https://n${i}.test`, now: clock.now() })
  db.close()
  return { folder, path }
}

/** Databases that are damaged in some columns: each a copy of one with this many connections. */
export function damagedCopies(connections: number) {
  const { folder, path: sound } = build(connections)
  const columns = tableColumns(sound).filter(({ table }) => table !== 'damaged_rows')
  const reals = columns.filter(({ type }) => type === 'REAL').map(({ column }) => column)
  const before = dump(sound)

  /** The rows of one connection, in SQL: each has equally many. */
  function rowsOf(table: string, connection: number): string {
    const rows = [...(before.get(table)?.keys() ?? [])].sort((one, other) => one - other)
    const upTo = (count: number) => Math.floor((rows.length * count) / connections)
    return `rowid IN (${rows.slice(upTo(connection), upTo(connection + 1)).join()})`
  }

  /**
   * Puts each value into the rows of one connection; a single value goes into all rows. Returns how many rows of each
   * column were damaged.
   */
  function damageColumns(
    path: string,
    values: readonly (readonly [TableColumn, readonly string[]])[],
  ): readonly number[] {
    copyFileSync(sound, path)
    let connection = 0
    return values.map(([column, inIt]) => {
      const ways = inIt.map((value) => ({
        ...column,
        value,
        where: inIt.length === 1 ? 'TRUE' : rowsOf(column.table, connection++),
      }))
      return damage(path, column.table, ways)
    })
  }

  function expectAllThere(
    table: string,
    damaged: ReturnType<typeof dump>,
    after: ReturnType<typeof dump>,
    kept: ReturnType<typeof keptRows>,
  ): void {
    // An answer waiting to be read again no longer counts as accepted: that is no damage to its request.
    const ignored = new Set([...reals, ...(table === 'attempts' ? [] : ['outcome'])])
    const isSame = (one: DumpedRow, other: DumpedRow | undefined) =>
      other !== undefined && Object.keys(one).every((name) => ignored.has(name) || one[name] === other[name])
    const keptAs = kept.map((one) => ({ table: one.table, row: dumpedRow(one.row) }))
    for (const [name, rows] of damaged) {
      if (unkept.has(name)) continue
      const lost = [...rows].filter(
        ([rowid, row]) =>
          !isSame(row, after.get(name)?.get(rowid)) &&
          !keptAs.some((one) => one.table === name && isSame(row, one.row)),
      )
      expect(lost, `rows of ${name} that are neither as they were nor kept`).toEqual([])
    }
    // What was sent stays sent, and nothing else starts waiting to be sent.
    for (const [rowid, row] of before.get('jobs') ?? []) {
      const now = after.get('jobs')?.get(rowid)
      const was = text(row.state)
      if (row.sent_at !== null) expect(now, `the job that was ${was}`).toBeDefined()
      if (was !== 'queued') expect(text(now?.state)).not.toBe('queued')
    }
  }

  function expectKept(
    table: string,
    values: readonly (readonly [TableColumn, readonly string[]])[],
  ): readonly number[] {
    // One that fails leaves its file open.
    const path = join(folder, `${table}.${values[0]?.[0].column}.db`)
    const rows = damageColumns(path, values)
    const damaged = dump(path)
    const db = open(path)
    const kept = keptRows(db)
    expect(db.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    if (kept.length > 0) expectCounted(db)
    db.close()
    expectAllThere(table, damaged, dump(path), kept)
    const again = open(path)
    expect(keptRows(again)).toHaveLength(kept.length)
    again.close()
    rmSync(path)
    return rows
  }

  return { columns, expectKept }
}

/** Damages every column of these tables. The queue itself has only one row. */
export function testColumnsOf(isOne: (table: string) => boolean): void {
  const { columns, expectKept } = damagedCopies(most)
  const tested = columns.filter(({ table }) => table !== 'queue_state' && isOne(table))
  test.each(groups(tested))(
    'a damaged value of $name leaves every other row as it is, and is kept',
    ({ table, group }) => {
      const rows = expectKept(
        table,
        group.map((column) => [column, Object.values(damagedValues(column))]),
      )
      for (const [at, { column }] of group.entries()) expect(rows[at], column).toBeGreaterThan(0)
    },
  )
}

/** Columns of one table whose kinds of damage are together fewer than the connections. */
function groups(columns: readonly TableColumn[]) {
  const found: { table: string; group: TableColumn[]; kinds: number }[] = []
  for (const column of columns) {
    const kinds = Object.keys(damagedValues(column)).length
    const last = found.at(-1)
    if (last?.table === column.table && last.kinds + kinds < most) {
      last.group.push(column)
      last.kinds += kinds
    } else found.push({ table: column.table, group: [column], kinds })
  }
  return found.map(({ table, group }) => ({
    table,
    group,
    name: `${table}: ${group.map(({ column }) => column).join(', ')}`,
  }))
}

const text = (hex: string | null | undefined): string => Buffer.from(hex ?? '', 'hex').toString()
