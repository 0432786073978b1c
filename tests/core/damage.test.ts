import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupRowsMaximum } from '@shared/model/queue'
import { afterAll, describe, expect, test } from 'vitest'
import { tableRules } from '../../electron/core/db/damage/tableRules'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { damage, damagedValues, rowsOf, type TableColumn, tableColumns } from '../support/damagedDatabase'
import { eventually } from '../support/eventually'
import { realClock } from '../support/fakeClock'
import { fillConnection } from '../support/filledDatabase'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { memoryLogger, memorySecrets } from '../support/testPorts'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

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
  INTEGER: ['nothing', 'a huge number'],
  REAL: ['nothing', 'a huge number'],
  TEXT: ['nothing', 'an unknown word', 'bytes that are no text', 'JSON of another shape'],
}

function waysToDamage(
  columns: readonly TableColumn[],
): readonly (TableColumn & { readonly value: string })[] {
  return columns.flatMap((column) =>
    Object.entries(damagedValues(column))
      .filter(([kind]) => kinds[column.type].includes(kind))
      .map(([, value]) => ({ ...column, value })),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'cyanotype-damage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
openFile(join(folder, 'empty.db')).close()
const columns = tableColumns(join(folder, 'empty.db'))
const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => table !== 'damaged_rows')

describe('an app with one table damaged in every column', () => {
  test.each(tables)('starts and goes on with everything else: %s', async (table) => {
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
})

test('damaged rows are reported until the notice is dismissed, and are written to a file as they were', async () => {
  const root = temporaryFolder()
  const profile = join(root, 'profile')
  mkdirSync(profile)
  const path = join(profile, 'cyanotype.db')
  const db = openFile(path)
  const { jobs } = fillConnection(db, { name: 'one', baseUrl: 'http://127.0.0.1:1', now: realClock.now() })
  db.close()
  damage(path, 'jobs', [{ column: 'request_json', value: "'{'", where: `id = '${jobs.queued}'` }])

  const first = await startCore(root)
  const told = async ({ call }: typeof first) =>
    (await call('app.snapshot', null)).notices.filter(({ id }) => id === 'damagedRows')
  // Its item no longer belongs to any job.
  expect(await told(first)).toMatchObject([
    { error: { code: 'rowsDamaged', params: { count: 2 } }, dismissible: true },
  ])
  expect(await first.call('damage.save', null)).toEqual({ outcome: 'closed' })
  first.ports.savedFile = join(root, 'damaged.json')
  expect(await first.call('damage.save', null)).toEqual({ outcome: 'written' })
  expect(first.ports.offered).toEqual(['cyanotype-damaged.json', 'cyanotype-damaged.json'])
  const written: { table: string; row: { id?: string; request_json?: string } }[] = JSON.parse(
    await readFile(first.ports.savedFile, 'utf8'),
  )
  expect(written.find(({ table }) => table === 'jobs')?.row).toMatchObject({
    id: jobs.queued,
    request_json: '{',
  })
  first.ports.savedFile = join(root, 'nowhere', 'damaged.json')
  await expect(first.call('damage.save', null)).rejects.toMatchObject({ error: { code: 'folderUnwritable' } })
  await first.core.stop()

  const second = await startCore(root)
  expect(await told(second)).toHaveLength(1)
  await second.call('app.dismissNotice', { id: 'damagedRows' })
  expect(await told(second)).toEqual([])
  await second.core.stop()
  expect(await told(await startCore(root))).toEqual([])
})
