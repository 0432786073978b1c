import { isUtf8 } from 'node:buffer'
import { closeSync, copyFileSync, existsSync, fstatSync, openSync, writeSync } from '../../drive'
import { countAnew } from '../counts'
import { columnsOf, createDamagedRows, type RawRow, type RawValue, textsOf } from '../damage/damagedRows'
import { restoreHierarchy } from '../damage/lostParents'
import { makeClosed, moveDatabase, removeDatabase, timeInName } from '../files'
import type { Migration } from '../migrations/migration'
import { type Connection, connect, disconnect, isConstraint, userVersion } from '../sqlite'
import { databaseNewer, migrate } from './migrate'
import { readableRows } from './readableRows'

export interface SalvageReport {
  /** Rows that could be read and are in the new database. */
  readonly salvagedRows: number
  /** Absolute path of the damaged file, which is kept. */
  readonly setAside: string
}

/** The new database while it is being filled, and the copy of the damaged one that is read. */
const unfinished = (path: string): string => `${path}.salvaging`
const finished = (path: string): string => `${path}.salvaged`
const copy = (path: string): string => `${path}.damaged-copy`
const setAsideName = (path: string, now: number): string => `${path}.damaged-${timeInName(now)}`

/**
 * Fills a new database with every row of the damaged one that can be read. Then it sets the damaged file aside
 * unchanged, under a new name, and puts the new one in its place. A kill at any point loses nothing: see
 * `finishSalvage`.
 */
export function salvage(path: string, migrations: readonly Migration[], now: number): SalvageReport {
  removeDatabase(unfinished(path))
  removeDatabase(copy(path))
  for (const suffix of ['', '-wal']) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy(path) + suffix)
  }
  forgetPageCount(copy(path))
  const salvagedRows = fill(unfinished(path), copy(path), migrations, now)
  removeDatabase(copy(path))
  moveDatabase(unfinished(path), finished(path))
  const setAside = setAsideName(path, now)
  moveDatabase(path, setAside)
  moveDatabase(finished(path), path)
  return { salvagedRows, setAside }
}

/** SQLite doesn't open a file that is shorter than its header says; with a count of 0 it uses the actual length. */
function forgetPageCount(path: string): void {
  const file = openSync(path, 'r+')
  try {
    if (fstatSync(file).size >= 100) writeSync(file, Buffer.alloc(4), 0, 4, 28)
  } finally {
    closeSync(file)
  }
}

/**
 * Completes a salvage that a kill interrupted between its renames: the damaged file is already moved away, and the new
 * one is complete.
 */
export function finishSalvage(path: string, now: number): void {
  if (existsSync(path) || !existsSync(finished(path))) return
  moveDatabase(path, setAsideName(path, now))
  moveDatabase(finished(path), path)
}

function fill(path: string, from: string, migrations: readonly Migration[], now: number): number {
  makeClosed(path)
  const target = connect(path)
  const source = openDamaged(from)
  try {
    if (source === null) {
      migrate(target, migrations)
      return 0
    }
    // A row that breaks a rule of its table is readable damage: it is repaired once all rows are there.
    target.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
    migrate(target, migrations, knownVersion(source, migrations))
    target.exec('BEGIN IMMEDIATE')
    const { copied, refused } = copyTables(source, target)
    target.exec('COMMIT')
    migrate(target, migrations)
    target.exec('BEGIN IMMEDIATE')
    const kept = createDamagedRows(target, now)
    for (const { table, row } of refused) kept.keepRow(table, row)
    restoreHierarchy(target, kept)
    // The user looks first: a salvaged row may be older than what has been sent since.
    // Commands that are half done count on rows and numbers of rows that may be gone; an Undo doesn't.
    const giveUp = "DELETE FROM bulk_commands WHERE kind <> 'images.restore'"
    target.exec(`${countAnew} ${giveUp}; UPDATE queue_state SET paused = 1; COMMIT`)
    return copied
  } finally {
    disconnect(target)
    if (source !== null) disconnect(source)
  }
}

/** Null if nothing at all can be read: it isn't a database, or its first page is gone. */
function openDamaged(path: string): Connection | null {
  try {
    const source = connect(path, { isDamaged: true })
    source.prepare('SELECT CAST(name AS BLOB) FROM sqlite_schema').all()
    return source
  } catch {
    return null
  }
}

/** The version of the damaged file, from which its rows are migrated; the newest if the file names none. */
function knownVersion(source: Connection, migrations: readonly Migration[]): number {
  const version = userVersion(source)
  if (version > migrations.length) throw databaseNewer(version, migrations.length)
  return version >= 1 ? version : migrations.length
}

interface Copied {
  readonly copied: number
  /** Rows that can't belong in one of our tables. */
  readonly refused: readonly { readonly table: string; readonly row: RawRow }[]
}

function copyTables(source: Connection, target: Connection): Copied {
  const refused: { readonly table: string; readonly row: RawRow }[] = []
  let copied = 0
  for (const table of tables(target)) {
    const has = new Set(readableColumns(source, table))
    const columns = columnsOf(target, table).filter((column) => has.has(column))
    if (columns.length === 0) continue
    const insert = target.prepare<Readonly<Record<string, unknown>>>(
      `INSERT OR REPLACE INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')})
       VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
    )
    for (const { values } of readableRows(source, table, columns)) {
      try {
        copied += insert.run(parametersOf(values)).changes
        if (isGarbled(values)) refused.push({ table, row: values })
      } catch (error) {
        if (!isConstraint(error)) throw error
        refused.push({ table, row: values })
      }
    }
  }
  return { copied, refused }
}

const isGarbled = (row: RawRow): boolean =>
  [...row.values()].some(({ type, bytes }) => type === 'text' && !isUtf8(bytes))

/** Bytes that aren't text are replaced with the replacement character. */
function parametersOf(row: RawRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...row].map(([name, value]) => [name, stored(value)]))
}

function stored({ type, bytes }: RawValue): unknown {
  switch (type) {
    case 'null':
      return null
    case 'integer':
      return BigInt(bytes.toString())
    case 'real':
      return Number(bytes.toString())
    case 'text':
      return bytes.toString()
    case 'blob':
      return bytes
  }
}

/** Our own tables: the triggers rebuild the contents of full-text indexes. */
function tables(connection: Connection): readonly string[] {
  return textsOf(
    connection,
    `SELECT CAST(name AS BLOB) AS value FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'`,
  )
}

function readableColumns(source: Connection, table: string): readonly string[] {
  try {
    return columnsOf(source, table)
  } catch {
    return []
  }
}
