/**
 * Takes the place of the core's sqlite. Each start opens a copy of what the run before had committed, as the files are
 * then: that is what a kill leaves, and the lock of the killed run, which is this very process, is in nobody's way.
 * What every start does alike is done once: a fresh database, and the one in memory that a schema is compared with,
 * are copies of one that was migrated before.
 */
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { migrate } from '../../electron/core/db/migrate'
import { migrations } from '../../electron/core/db/migrations'
import { type Connection, connect as connectTo, disconnect as letGo } from '../../electron/core/db/sqlite'

export * from '../../electron/core/db/sqlite'

let opened: Connection | null = null
let copies = 0
let template: string | null = null
const files = ['', '-wal'] as const

/** Makes the migrated database that others are copies of, at a path that nothing else uses. */
export function prepareDatabases(path: string): void {
  const connection = connectTo(path)
  migrate(connection, migrations)
  letGo(connection)
  template = path
}

function copied(from: string): string {
  copies += 1
  const own = `${template}-${copies}`
  for (const end of files) if (existsSync(from + end)) copyFileSync(from + end, own + end)
  return own
}

let last: string | null = null

export function connect(path: string): Connection {
  if (template === null) throw new Error('no database is prepared')
  if (path === ':memory:') {
    const own = copied(template)
    const connection = connectTo(own)
    forget(own)
    return connection
  }
  // Others are opened to be salvaged.
  if (basename(path) !== 'cyanotype.db') return connectTo(path)
  const own = copied(last ?? template)
  opened = connectTo(own)
  if (last !== null) forget(last)
  last = own
  return opened
}

/** What is open stays so: the names alone go. */
function forget(path: string): void {
  for (const end of files) rmSync(path + end, { force: true })
}

export function disconnect(connection: Connection): void {
  letGo(connection)
  if (opened === connection) opened = null
}

/** As the end of the process does. */
export function dropDatabase(): void {
  if (opened?.open) opened.close()
  opened = null
}

/** The next world begins with nothing. */
export function forgetDatabase(): void {
  dropDatabase()
  if (last !== null) forget(last)
  last = null
}

/** Reads the open database of the app beside it: synchronous, so never in the middle of its work. */
export function look<Row>(sql: string): readonly Row[] {
  return opened?.open ? (opened.prepare(sql).all() as Row[]) : []
}
