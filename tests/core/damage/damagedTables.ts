import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupRowsMaximum } from '@shared/model/queue'
import { expect, test } from 'vitest'
import { tableRules } from '../../../electron/core/db/damage/tableRules'
import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { damage, damagedValues, rowsOf, type TableColumn, tableColumns } from '../../support/damagedDatabase'
import { cases } from '../../support/effort'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger, memorySecrets } from '../../support/testPorts'
import { picture } from '../hostile/hostileService'
import { httpService } from '../service/serviceHarness'

function openFile(path: string): Database {
  return openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() }).db
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

/** For each column type, the kinds of damage that hardly any rule allows. */
const kinds = {
  INTEGER: ['a huge number', 'nothing'],
  REAL: ['a huge number', 'nothing'],
  TEXT: ['an unknown word', 'bytes that are no text', 'JSON of another shape', 'nothing'],
}
/** Of those of a column. What is kept of each value in each column is tried by `db/damagedRows.test.ts`. */
const kindsTried = cases(1, 4)

function waysToDamage(
  columns: readonly TableColumn[],
): readonly (TableColumn & { readonly value: string })[] {
  return columns.flatMap((column, at) => {
    const values = new Map(Object.entries(damagedValues(column)))
    const possible = kinds[column.type].flatMap((kind) => values.get(kind) ?? [])
    const from = at % possible.length
    const tried = [...possible.slice(from), ...possible.slice(0, from)].slice(0, kindsTried)
    return tried.map((value) => ({ ...column, value }))
  })
}

/** Every column of a database that is new. */
function columnsOfAll(): readonly TableColumn[] {
  const folder = mkdtempSync(join(tmpdir(), 'cyanotype-damage-'))
  const path = join(folder, 'empty.db')
  openFile(path).close()
  const columns = tableColumns(path)
  rmSync(folder, { recursive: true, force: true })
  return columns
}

/** Tests every third table from this one on: all of them would take a file too long. */
export function testEveryThirdTable(from: 0 | 1 | 2): void {
  const columns = columnsOfAll()
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => table !== 'damaged_rows')
  const third = tables.filter((_, at) => at % 3 === from)

  test.each(third)('starts and goes on with everything else: %s', async (table) => {
    const root = temporaryFolder()
    const profile = join(root, 'profile')
    mkdirSync(profile)
    const path = join(profile, 'cyanotype.db')
    const service = await doneService()
    const ways = waysToDamage(columns.filter((column) => column.table === table))

    const db = openFile(path)
    const keys = new Map<string, string>()
    const fill = (name: string) => {
      const filled = fillConnection(db, { name, baseUrl: service.baseUrl, now: realClock.now() })
      keys.set(filled.keyId, 'sk-1')
    }
    for (const at of ways.keys()) fill(`damaged${at}`)
    fill('sound')
    db.close()
    const damaged = ways.map((way, at) => ({
      ...way,
      where: table === 'queue_state' ? 'TRUE' : rowsOf(table, at, ways.length + 1),
    }))
    expect(damage(path, table, damaged)).toBeGreaterThan(0)

    const { call, ports } = await startCore(root, { secrets: memorySecrets('keychain', keys) })
    // Nobody knows what those commands were to keep from being sent.
    const givesUp = table === 'bulk_commands'
    if (table === 'queue_state' || givesUp) await call('queue.resume', null)
    const { notices } = await call('app.snapshot', null)
    const isDerived = tableRules.some((rules) => rules.table === table && rules.derived)
    expect(notices.filter(({ error }) => error.code === 'rowsDamaged')).toHaveLength(isDerived ? 0 : 1)

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
      isDerived ? [] : ['database.damagedRows'],
    )
  })
}
