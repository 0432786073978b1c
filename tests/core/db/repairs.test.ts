import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { cases } from '../../../scripts/testRun/cases'
import { damage, tableColumns } from '../../support/damagedDatabase'
import { createFakeClock } from '../../support/fakeClock'
import { type Filled, fillConnection } from '../../support/filledDatabase'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

const clock = createFakeClock()

function open(path: string) {
  const opened = openDatabase({ path, migrations, clock, logger: memoryLogger() })
  onTestFinished(() => opened.db.close())
  return opened
}

/** A closed database with everything that two connections may have. */
function filled(): { readonly path: string; readonly one: Filled } {
  const path = join(temporaryFolder(), 'cyanotype.db')
  const { db } = open(path)
  const one = fillConnection(db, { name: 'one', baseUrl: 'https://one.test', now: clock.now() })
  fillConnection(db, { name: 'two', baseUrl: 'https://two.test', now: clock.now() })
  db.close()
  return { path, one }
}

function spoil(path: string, name: string, value: string, where: string): void {
  const [table, column] = name.split('.')
  const found = tableColumns(path).find((one) => one.table === table && one.column === column)
  if (found === undefined) throw new Error(`there is no ${name}`)
  expect(damage(path, found.table, [{ ...found, value, where }])).toBeGreaterThan(0)
}

const keptOf = (db: Database) =>
  db
    .all<{ table: string }>('SELECT table_name AS "table" FROM damaged_rows ORDER BY 1')
    .map(({ table }) => table)

const stateOf = (db: Database, id: string) =>
  db.get<{ state: string }>('SELECT state FROM jobs WHERE id = :id', { id })?.state

test.each(['jobs', 'connections', 'batches'])(
  'a row of %s whose id is lost is found through the rows that refer to it',
  (table) => {
    const { path } = filled()
    const before = open(path)
    const ids = before.db.all(`SELECT id FROM ${table} ORDER BY rowid`)
    const jobs = before.db.all('SELECT * FROM jobs ORDER BY rowid')
    before.db.close()
    const first = `rowid = (SELECT min(rowid) FROM ${table})`
    spoil(path, `${table}.id`, "CAST(x'ff2e2e' AS TEXT)", first)
    const { db } = open(path)
    expect(db.all(`SELECT id FROM ${table} ORDER BY rowid`)).toEqual(ids)
    expect(db.all('SELECT * FROM jobs ORDER BY rowid')).toEqual(jobs)
    expect(keptOf(db)).toEqual([table])
  },
)

test('only an image that was made elsewhere may lie outside the library', () => {
  const { path } = filled()
  const brought = JSON.stringify({ name: 'a', tool: null, facts: [] })
  const places: readonly (readonly [string, string | null, boolean])[] = [
    ['/pictures/a b.png', brought, true],
    ['C:\\pictures\\a.png', brought, true],
    ['/pictures/../a.png', brought, false],
    ['C:\\pictures\\..\\a.png', brought, false],
    ['../a.png', brought, false],
    ['/pictures/a.png', null, false],
    ['2026/a.png', null, true],
  ]
  const before = open(path)
  for (const [at, [file, brought_json]] of places.entries()) {
    fillConnection(before.db, { name: `${at}`, baseUrl: `https://${at}.test`, now: clock.now() })
    before.db.run(
      `UPDATE images SET file = :file, brought_json = :brought_json
       WHERE number = (SELECT max(number) FROM images)`,
      { file, brought_json },
    )
  }
  before.db.close()
  spoil(path, 'images.rating', "'x'", 'number = 1')
  const { db } = open(path)
  const kept = db.all<{ file: string }>('SELECT file FROM images WHERE number > 2 ORDER BY number')
  expect(kept.map(({ file }) => file)).toEqual(places.flatMap(([file, , stays]) => (stays ? file : [])))
})

test('a connection whose extra fields are lost is paused, and a request whose own are lost is set aside', () => {
  const { path, one } = filled()
  const nameless = `'{"background":[{"value":"high"}],"direct":[]}'`
  spoil(path, 'connections.extra_json', nameless, `id = '${one.connectionId}'`)
  spoil(
    path,
    'jobs.request_json',
    `json_set(request_json, '$.extra[0].value', 41)`,
    `id = '${one.jobs.queued}'`,
  )
  const { db } = open(path)
  expect(
    db.get('SELECT paused, extra_json AS extra FROM connections WHERE id = :id', { id: one.connectionId }),
  ).toEqual({ paused: 1, extra: '{"background":[],"direct":[]}' })
  expect(stateOf(db, one.jobs.queued)).toBeUndefined()
  expect(keptOf(db)).toEqual(['connections', 'items', 'jobs'])
})

test('an unreadable request is set aside if unsent; if paid for, it stays and can’t be sent again', () => {
  const { path, one } = filled()
  const garbled = `CAST(x'7b226d6f64656c223a226d222c2270726f6d7074223a2261ff227d' AS TEXT)`
  spoil(
    path,
    'jobs.request_json',
    garbled,
    `id IN ('${one.jobs.queued}', '${one.jobs.running}', '${one.jobs.done}')`,
  )
  const { db } = open(path)
  const requests = db.all<{ id: string; request: string }>('SELECT id, request_json AS request FROM jobs')
  const requestOf = (id: string) => requests.find((job) => job.id === id)?.request
  expect(requestOf(one.jobs.queued)).toBeUndefined()
  expect(JSON.parse(requestOf(one.jobs.running) ?? '')).toEqual({ model: '', prompt: 'a\ufffd' })
  // Recovered from its image.
  expect(JSON.parse(requestOf(one.jobs.done) ?? '')).toMatchObject({ model: 'm', prompt: 'one done' })
  expect(keptOf(db)).toEqual(['items', 'jobs', 'jobs', 'jobs'])
})

test('a lost state follows from the items and the ledger, and never makes a job wait to be sent', () => {
  const { path, one } = filled()
  spoil(path, 'jobs.state', "'sideways'", `connection_id = '${one.connectionId}'`)
  const { db } = open(path)
  const states = Object.entries(one.jobs).map(([was, id]) => [was, stateOf(db, id)])
  expect(Object.fromEntries(states)).toEqual({
    running: 'running',
    // It is polled again, which is free.
    saving: 'running',
    done: 'done',
    sending: 'sending',
    failed: 'failed',
    uncertain: 'uncertain',
    queued: undefined,
    cancelled: undefined,
  })
})

test('a task whose id is lost is read again from its answer', () => {
  const { path, one } = filled()
  spoil(path, 'jobs.task_id', 'NULL', `id = '${one.jobs.running}'`)
  const { db } = open(path)
  expect(stateOf(db, one.jobs.running)).toBe('sending')
  expect(db.all('SELECT outcome FROM attempts WHERE job_id = :id', { id: one.jobs.running })).toEqual([
    { outcome: null },
  ])
})

test('a task whose request is lost is still polled, at its connection’s address', () => {
  const { path, one } = filled()
  spoil(path, 'attempts.job_id', "'sideways'", `job_id = '${one.jobs.running}'`)
  spoil(path, 'attempts.idempotency_key', 'NULL', "job_id = 'sideways'")
  const { db } = open(path)
  expect(
    db.all('SELECT origin, path_prefix, outcome FROM attempts WHERE job_id = :id', { id: one.jobs.running }),
  ).toEqual([{ origin: 'https://one.test', path_prefix: '/api/v1', outcome: 'accepted' }])
  expect(keptOf(db)).toEqual(['attempts'])
})

test('a connection whose address or limit is lost keeps its key and waits for the user', () => {
  const { path, one } = filled()
  const where = `id = '${one.connectionId}'`
  for (const [column, value] of [
    ['base_url', "'sideways'"],
    ['key_id', "'sideways'"],
    ['models_json', "'{'"],
    ['direct_slots', '-5'],
    ['page_url', 'NULL'],
  ])
    spoil(path, `connections.${column}`, value ?? '', where)
  const { db } = open(path)
  expect(
    db.get(
      'SELECT base_url, key_id, models_json, direct_slots, page_url, paused FROM connections WHERE id = :id',
      {
        id: one.connectionId,
      },
    ),
  ).toEqual({
    base_url: 'https://one.test',
    key_id: one.keyId,
    models_json: '[]',
    direct_slots: 4,
    page_url: '',
    paused: 1,
  })
})

test('what can’t be shown any more is not shown, and blocks nothing', () => {
  const { path, one } = filled()
  spoil(path, 'jobs.error_json', "'{'", `id = '${one.jobs.uncertain}'`)
  const { db } = open(path)
  expect(db.get('SELECT state, error_json FROM jobs WHERE id = :id', { id: one.jobs.uncertain })).toEqual({
    state: 'uncertain',
    error_json: null,
  })
})

test('a column with a changed name counts as damage to the whole file, and all rows are saved', () => {
  const { path, one } = filled()
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  // The file may hold older copies of the statement that created the table.
  const column = 'waiting_stopped INTEGER NOT NULL DEFAULT 0'
  for (let at = bytes.indexOf(column); at !== -1; at = bytes.indexOf(column, at + 1))
    writeSync(file, Buffer.from([0xf7]), 0, 1, at)
  closeSync(file)
  const { db, salvage } = open(path)
  expect(salvage?.salvagedRows).toBeGreaterThan(50)
  expect(db.get('SELECT count(*) AS count FROM jobs')).toEqual({ count: 2 * Object.keys(one.jobs).length })
})

test('whatever bits are flipped, the database opens again and every row can be read', () => {
  const { path: sound } = filled()
  const bytes = readFileSync(sound)
  let next = 1
  const random = (below: number) => {
    next = (next * 48_271) % 2_147_483_647
    return next % below
  }
  const rounds = cases(32, 240)
  let repaired = 0
  for (let round = 0; round < rounds; round++) {
    const path = join(sound, '..', `flipped-${round}.db`)
    copyFileSync(sound, path)
    const file = openSync(path, 'r+')
    for (let flip = 0; flip < 3; flip++) {
      const at = random(bytes.length)
      writeSync(file, Buffer.from([bytes.readUInt8(at) ^ (1 << random(8))]), 0, 1, at)
    }
    closeSync(file)
    const { db, salvage } = open(path)
    for (const table of new Set(tableColumns(sound).map(({ table }) => table)))
      db.all(`SELECT * FROM "${table}"`)
    if (salvage !== null || keptOf(db).length > 0) repaired++
    db.close()
  }
  expect(repaired).toBeGreaterThan(rounds / 8)
})

test('an image whose number a flipped bit made huge gets the next one: lists of that length fit no memory', () => {
  const { path } = filled()
  const before = open(path).db
  const images = before.all('SELECT id, prompt FROM images ORDER BY number')
  before.run(`UPDATE images SET number = number + ${2 ** 40} WHERE number = (SELECT max(number) FROM images)`)
  before.close()
  const { db } = open(path)
  expect(db.all('SELECT id, prompt FROM images ORDER BY number')).toEqual(images)
  expect(db.get('SELECT max(number) AS highest FROM images')).toEqual({ highest: images.length })
  expect(keptOf(db)).toHaveLength(1)
})
