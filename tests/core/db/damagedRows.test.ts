import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import {
  type DumpedRow,
  damage,
  damagedValues,
  dump,
  dumpedRow,
  rowsOf,
  type TableColumn,
  tableColumns,
} from '../../support/damagedDatabase'
import { createFakeClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { memoryLogger } from '../../support/testPorts'
import { expectCounted } from '../queue/countedRows'

vi.setConfig({ testTimeout: 120_000 })

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

/** More than there are kinds of damage: each kind gets its own connection, and the last one stays sound. */
const connections = 13

function build() {
  const folder = mkdtempSync(join(tmpdir(), 'cyanotype-damage-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'sound.db')
  const db = open(path)
  for (let i = 0; i < connections; i++)
    fillConnection(db, { name: `n${i}`, baseUrl: `https://n${i}.test`, now: clock.now() })
  db.close()
  return { folder, path }
}

describe('a damaged value', () => {
  const { folder, path: sound } = build()
  const columns = tableColumns(sound).filter(({ table }) => table !== 'damaged_rows')
  const reals = columns.filter(({ type }) => type === 'REAL').map(({ column }) => column)
  const before = dump(sound)

  /**
   * Damages rows with each value, one connection's rows per value; a single value goes into all rows. Returns
   * how many rows were damaged.
   */
  function damageColumn(path: string, column: TableColumn, values: readonly string[]): number {
    copyFileSync(sound, path)
    const { table } = column
    const ways = values.map((value, connection) => {
      const where = values.length === 1 ? 'TRUE' : rowsOf(table, connection, connections)
      return { ...column, value, where }
    })
    return damage(path, table, ways)
  }

  function expectAllThere(
    { table }: TableColumn,
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

  test('is checked for in every column of every table', () => {
    expect(columns.length).toBeGreaterThan(150)
  })

  function expectKept(column: TableColumn, values: readonly string[]): number {
    const path = join(folder, `${column.table}.${column.column}.db`)
    const rows = damageColumn(path, column, values)
    const damaged = dump(path)
    const db = open(path)
    const kept = keptRows(db)
    expect(db.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    if (kept.length > 0) expectCounted(db)
    db.close()
    expectAllThere(column, damaged, dump(path), kept)
    const again = open(path)
    expect(keptRows(again)).toHaveLength(kept.length)
    again.close()
    rmSync(path)
    return rows
  }

  test.each(columns.map((column) => ({ ...column, name: `${column.table}.${column.column}` })))(
    'of $name leaves every other row as it is, and is kept',
    (column) => {
      const values = Object.values(damagedValues(column))
      // The queue itself has only one row.
      const ways = column.table === 'queue_state' ? values.map((value) => [value]) : [values]
      const rows = ways.map((way) => expectKept(column, way))
      expect(Math.max(...rows)).toBeGreaterThan(0)
    },
  )
})

const text = (hex: string | null | undefined): string => Buffer.from(hex ?? '', 'hex').toString()
