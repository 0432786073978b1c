import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupRowsMaximum } from '@shared/model/queue'
import { expect } from 'vitest'
import { tableRules } from '../../../electron/core/db/damage/tableRules'
import { cases } from '../../../scripts/testRun/cases'
import { damage, damagedValues, rowsOf, type TableColumn, tableColumns } from '../../support/damagedDatabase'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'
import { memorySecrets } from '../../support/testPorts'
import { picture } from '../hostile/hostileService'
import { httpService } from '../service/serviceHarness'

/** Tables of the queue and of its images, whose damage spreads: each is damaged alone. */
const alone = {
  queue: ['attempts', 'items', 'jobs', 'queue_state'],
  images: ['batch_rows', 'batch_tables', 'batches', 'images'],
  connections: ['bulk_commands', 'connections', 'keys'],
}

/** Tables whose rows belong to rows of others that are damaged together. */
const parts = ['bringing_files', 'collected', 'export_batches', 'export_files', 'moved_files']

/** Tables that are rebuilt from others. */
const derived = tableRules.filter((rules) => rules.derived).map(({ table }) => table)

const apart = new Set(['damaged_rows', ...Object.values(alone).flat(), ...parts, ...derived])

/** Groups of tables that one app may find damaged together, as none of them hides the damage of another. */
export const tablesOf = {
  queue: alone.queue.map((table) => [table]),
  images: alone.images.map((table) => [table]),
  connections: alone.connections.map((table) => [table]),
  others: [tableRules.map(({ table }) => table).filter((table) => !apart.has(table)), parts, derived],
}

/** A service that has finished each task by the time it is polled. */
function doneService() {
  return httpService((request, response, { method, url, body }) => {
    if (method === 'POST') {
      const data = [{ url: null, status: 'pending' }]
      const taskId = `task-${JSON.parse(body).prompt}`
      return void response.end(JSON.stringify({ task_id: taskId, status: 'pending', data }))
    }
    if (url.endsWith('.png')) {
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    }
    const data = [{ url: `http://${request.headers.host}/image.png`, status: 'completed' }]
    const taskId = decodeURIComponent(url.split('/').at(-1) ?? '')
    response.end(JSON.stringify({ task_id: taskId, status: 'completed', progress: 100, data, error: null }))
  })
}

const ofAnotherShape = 'JSON of another shape'
/** For each column type, the kinds of damage that hardly any rule allows. */
const kinds = {
  INTEGER: ['nothing', 'a huge number'],
  REAL: ['nothing', 'a huge number'],
  TEXT: ['nothing', 'an unknown word', 'bytes that are no text', ofAnotherShape],
}

/**
 * Of those of a column, the next for each column, and JSON of another shape where there should be JSON. `db/damagedRows`
 * tries each value in each column of the database.
 */
const kindsTried = cases(1, 4)

function waysToDamage(
  columns: readonly TableColumn[],
): readonly (TableColumn & { readonly value: string })[] {
  return columns.flatMap((column, at) => {
    const values = new Map(Object.entries(damagedValues(column)))
    const possible = kinds[column.type].flatMap((kind) => values.get(kind) ?? [])
    const from = at % possible.length
    const tried = new Set([...possible.slice(from), ...possible.slice(0, from)].slice(0, kindsTried))
    const shape = column.column.endsWith('_json') ? values.get(ofAnotherShape) : undefined
    if (shape !== undefined) tried.add(shape)
    return [...tried].map((value) => ({ ...column, value }))
  })
}

/** An app with these tables damaged in every column starts, and goes on with everything else. */
export async function expectGoesOn(tables: readonly string[]): Promise<void> {
  const root = temporaryFolder()
  const profile = join(root, 'profile')
  mkdirSync(profile)
  const path = join(profile, 'cyanotype.db')
  const service = await doneService()

  testDatabase(path).close()
  const columns = tableColumns(path)
  const db = testDatabase(path)
  const damaged = tables.map((table) => ({
    table,
    ways: waysToDamage(columns.filter((column) => column.table === table)),
  }))
  const keys = new Map<string, string>()
  const fill = (name: string) => {
    const filled = fillConnection(db, { name, baseUrl: service.baseUrl, now: realClock.now() })
    keys.set(filled.keyId, 'sk-1')
  }
  for (let at = 0; at < Math.max(...damaged.map(({ ways }) => ways.length)); at++) fill(`damaged${at}`)
  fill('sound')
  db.close()
  for (const { table, ways } of damaged) {
    const where = (at: number) => (table === 'queue_state' ? 'TRUE' : rowsOf(table, at, ways.length + 1))
    expect(
      damage(
        path,
        table,
        ways.map((way, at) => ({ ...way, where: where(at) })),
      ),
      table,
    ).toBeGreaterThan(0)
  }
  // As a killed run leaves it: without its log it would count as put back from a copy.
  writeFileSync(`${path}-wal`, '')

  const { call, ports } = await startCore(root, { secrets: memorySecrets('keychain', keys) })
  // Nobody knows what those commands were to keep from being sent.
  const givesUp = tables.includes('bulk_commands')
  if (tables.includes('queue_state') || givesUp) await call('queue.resume', null)
  const noticed = tables.filter((table) => !derived.includes(table))
  const { notices } = await call('app.snapshot', null)
  expect(notices.filter(({ error }) => error.code === 'rowsDamaged')).toHaveLength(noticed.length > 0 ? 1 : 0)
  if (noticed.length > 0) {
    ports.savedFile = join(root, 'damaged.json')
    await call('damage.save', null)
    const kept: { readonly table: string }[] = JSON.parse(readFileSync(ports.savedFile, 'utf8'))
    expect(kept.map(({ table }) => table)).toEqual(expect.arrayContaining(noticed))
  }

  // The jobs that waited, that were being polled, and that had an image to fetch.
  const soundImages = async () => {
    const { rows } = await call('gallery.page', { text: 'sound', offset: 0, limit: 100 })
    return rows.map(({ prompt }) => prompt).sort()
  }
  await eventually(async () => (await soundImages()).length === 4, {
    what: 'the sound images',
  })
  expect(await soundImages()).toEqual(['sound done', 'sound queued', 'sound running', 'sound saving'])

  // Everything shown can be read.
  await call('queue.overview', { limit: groupRowsMaximum, batchId: null })
  const { rows: batches } = await call('batches.list', { text: '', offset: 0, limit: 500 })
  for (const { id } of batches.slice(0, 20))
    await call('queue.waiting', { batchId: id, offset: 0, limit: 10 })
  await call('gallery.outline', { text: '' })
  for (const { id } of (await call('gallery.page', { text: '', offset: 0, limit: 50 })).rows)
    await call('images.details', { id })
  for (const { id } of (await call('app.snapshot', null)).connections.slice(0, 20))
    await call('drafts.read', { connectionId: id })

  const sent = service.received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body).prompt)
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent.filter((prompt) => !/^(sound|damaged\d+) queued$/.test(prompt))).toEqual([])
  const errors = ports.logger.lines.filter(({ level }) => level === 'error').map(({ event }) => event)
  expect(errors.filter((event) => !(givesUp && event === 'bulk.dropped'))).toEqual(
    noticed.length > 0 ? ['database.damagedRows'] : [],
  )
}
