/**
 * Takes the place of the core's sqlite. The runs of a history share one connection and its statements, as opening files
 * and preparing statements would take most of the time; each run holds a handle that ends with it. What a kill leaves
 * is what was committed: transactions are synchronous, so none is open then. What every start does alike is done once:
 * a history's database is a copy of one that was migrated before, and its schema is compared with that one's.
 */
import { copyFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { Statement } from 'libsql'
import { migrate } from '../../electron/core/db/migrate'
import { migrations } from '../../electron/core/db/migrations'
import { type Connection, connect as connectTo, disconnect as letGo } from '../../electron/core/db/sqlite'

export * from '../../electron/core/db/sqlite'

/** Never written to. */
let pristine: Shared | null = null
/** Holds the databases; nothing else uses it. */
let folder = ''
let copies = 0
/** Of this history. */
let shared: Shared | null = null
let opened: Handle | null = null

interface Shared {
  readonly connection: Connection
  readonly statements: Map<string, Statement>
}

function prepare({ connection, statements }: Shared, sql: string): Statement {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const statement = connection.prepare(sql)
  statements.set(sql, statement)
  return statement
}

/** What one run of the app holds of the connection: of no use once it is closed. */
class Handle {
  readonly #shared: Shared
  open = true

  constructor(given: Shared) {
    this.#shared = given
  }

  get inTransaction(): boolean {
    return this.#shared.connection.inTransaction
  }

  #use(): Shared {
    if (!this.open) throw new TypeError('The database connection is not open')
    return this.#shared
  }

  prepare(sql: string): Statement {
    const statement = prepare(this.#use(), sql)
    const own: Statement = Object.create(statement)
    const whileOpen =
      (call: (...values: unknown[]) => unknown) =>
      (...values: unknown[]) => {
        this.#use()
        return call.apply(statement, values)
      }
    Object.assign(own, {
      run: whileOpen(statement.run),
      get: whileOpen(statement.get),
      all: whileOpen(statement.all),
    })
    return own
  }

  exec(sql: string): void {
    this.#use().connection.exec(sql)
  }

  close(): void {
    this.open = false
  }
}

const handleOn = (given: Shared): Connection & Handle => new Handle(given) as unknown as Connection & Handle

const share = (path: string): Shared => ({ connection: connectTo(path), statements: new Map() })

/** Makes the migrated database that others are copies of, in a folder that nothing else uses. */
export function prepareDatabases(given: string): void {
  folder = given
  const path = `${folder}/pristine.db`
  const connection = connectTo(path)
  migrate(connection, migrations)
  letGo(connection)
  pristine = share(`${path}`)
}

export function connect(path: string): Connection {
  if (shared === null || pristine === null) throw new Error('no database is prepared')
  if (path === ':memory:') return handleOn(pristine)
  // Others are opened to be salvaged.
  if (basename(path) !== 'cyanotype.db') return connectTo(path)
  const handle = handleOn(shared)
  opened = handle
  return handle
}

export function disconnect(connection: Connection): void {
  connection.close()
}

/** As the end of the process does. */
export function dropDatabase(): void {
  opened?.close()
  opened = null
}

/** The next world begins with nothing. */
export function forgetDatabase(): void {
  dropDatabase()
  if (shared !== null) letGo(shared.connection)
  const path = `${folder}/history-${++copies}.db`
  copyFileSync(`${folder}/pristine.db`, path)
  shared = share(path)
  // What is open stays so: the names alone go.
  for (const end of ['', '-wal']) rmSync(path + end, { force: true })
}

/** Reads the open database of the app beside it: synchronous, so never in the middle of its work. */
export function look<Row>(sql: string, ...values: string[]): readonly Row[] {
  if (shared === null || opened?.open !== true) return []
  return prepare(shared, sql).all(values) as Row[]
}
