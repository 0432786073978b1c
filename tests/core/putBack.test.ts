import { existsSync } from 'node:fs'
import { copyFile, cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { Job } from '@shared/model/job'
import Libsql from 'libsql'
import { expect, test } from 'vitest'
import { createCore } from '../../electron/core/createCore'
import { childProcesses } from '../support/childProcesses'
import { eventually } from '../support/eventually'
import { coreOptions, startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { testPorts } from '../support/testPorts'
import { asked, jobThat, spooled } from './foundHarness'
import { picture } from './hostile/hostileService'
import { draft } from './queue/queueHarness'
import { httpService } from './service/serviceHarness'

/** A profile whose database was put back while one request waited in it. Returns its folder. */
async function putBack({ paused = 'connection' as 'connection' | 'queue' } = {}): Promise<string> {
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const demo = await first.call('connections.useDemo', null)
  if (paused === 'queue') await first.call('queue.pause', null)
  else await first.call('connections.setPaused', { id: demo.id, paused: true })
  await first.call('jobs.enqueue', { connectionId: demo.id, draft: draft(), first: false })
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  const second = await startCore(folder)
  await second.core.stop()
  await copyFile(`${path}-copy`, path)
  return folder
}

test('what waits in a database that was put back is asked about, and the user learns why', async () => {
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const demo = await first.call('connections.useDemo', null)
  await first.call('queue.pause', null)
  await first.call('jobs.enqueue', { connectionId: demo.id, draft: draft(), first: false })
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)

  const second = await startCore(folder)
  expect((await second.call('queue.overview', { limit: 1 })).question).toBeNull()
  await second.core.stop()
  await copyFile(`${path}-copy`, path)

  const third = await startCore(folder)
  const isPaused = async ({ call }: typeof third) => (await call('queue.overview', { limit: 1 })).paused
  expect(await isPaused(third)).toBe(true)
  const { call } = third
  await call('queue.resume', null)
  expect(await call('queue.overview', { limit: 1 })).toMatchObject({
    counts: { waiting: 1 },
    question: { keptWaiting: false },
  })
  expect((await call('app.snapshot', null)).notices).toMatchObject([{ error: { code: 'databasePutBack' } }])
})

test('what waits in such a database isn’t sent by a later start, though nobody answered', async () => {
  const folder = await putBack()
  const third = await startCore(folder)
  expect((await third.call('app.snapshot', null)).notices).toMatchObject([
    { error: { code: 'databasePutBack' } },
  ])
  await third.core.stop()
  const { call } = await startCore(folder)
  expect(await call('queue.overview', { limit: 1 })).toMatchObject({ paused: true, counts: { waiting: 1 } })
})

test('each start asks about it until the user says that it is to be sent', async () => {
  const folder = await putBack({ paused: 'queue' })
  const asks = async ({ call }: Awaited<ReturnType<typeof startCore>>) => {
    await call('queue.resume', null)
    return (await call('queue.overview', { limit: 1 })).question !== null
  }
  const third = await startCore(folder)
  expect(await asks(third)).toBe(true)
  await third.call('queue.answer', { send: false })
  await third.core.stop()

  const fourth = await startCore(folder)
  expect(await asks(fourth)).toBe(true)
  await fourth.call('queue.answer', { send: true })
  await fourth.core.stop()

  const { call } = await startCore(folder)
  expect((await call('app.snapshot', null)).notices).toEqual([])
})

test('a kill at the start of such a database doesn’t make it one that may be sent', async () => {
  const folder = await putBack()

  const third = createCore(testPorts(folder, { processes: await childProcesses() }), coreOptions)
  const asKilled = temporaryFolder()
  await cp(folder, asKilled, { recursive: true })
  await third.stop()
  const { call } = await startCore(asKilled)
  expect(await call('queue.overview', { limit: 1 })).toMatchObject({ paused: true, counts: { waiting: 1 } })
})

test('what waits in a copy isn’t sent, though it was put beside the log that a kill left', async () => {
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const demo = await first.call('connections.useDemo', null)
  await first.call('connections.setPaused', { id: demo.id, paused: true })
  const { batchId } = await first.call('jobs.enqueue', {
    ...{ connectionId: demo.id, draft: draft(), first: false },
  })
  await first.core.stop()
  const name = 'cyanotype.db'
  const copy = join(first.ports.places.profile, `${name}-copy`)
  await copyFile(join(first.ports.places.profile, name), copy)
  const second = await startCore(folder)
  await second.call('batches.rename', { id: batchId, name: 'Ferns' })
  const asKilled = temporaryFolder()
  await cp(folder, asKilled, { recursive: true })
  await second.core.stop()
  const path = join(asKilled, 'profile', name)
  expect(existsSync(`${path}-wal`)).toBe(true)
  await copyFile(copy, path)
  const { call } = await startCore(asKilled)
  expect(await call('queue.overview', { limit: 1 })).toMatchObject({ paused: true, counts: { waiting: 1 } })
})

test('a paid command that such a database was in the middle of isn’t carried out again', async () => {
  let posts = 0
  const { baseUrl } = await httpService((_request, response, { method }) => {
    if (method === 'GET') return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    posts += 1
    if (posts === 1) return response.writeHead(500).end('{"error":{"message":"the model crashed"}}')
    return response.end(JSON.stringify({ created: 1, data: [{ url: '/1.png' }] }))
  })
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const { secrets } = first.ports
  const connection = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft: connection, apiKey: 'sk-1' })
  await first.call('jobs.enqueue', { connectionId: id, draft: draft({ n: 1 }), first: false })
  const ended = ({ call }: typeof first, state: string) =>
    eventually(
      async () => {
        const { finished, needsYou } = await call('queue.overview', { limit: 5 })
        return [...finished, ...needsYou].find((job) => job.state === state)
      },
      { what: `a job that is ${state}` },
    )
  const failed = await ended(first, 'failed')
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  // The copy was made between two parts of the command.
  const moment = { sentUntil: Date.now(), lastAttempt: 1, except: [], notBatches: [] }
  const left = { action: 'retryAsNew', ids: [failed.id], sets: [], after: null, moment, press: null }
  const copied = new Libsql(`${path}-copy`)
  copied
    .prepare(
      "INSERT INTO bulk_commands (kind, params_json, done, total, begun_at) VALUES ('act', :left, 0, 1, :now)",
    )
    .run({ left: JSON.stringify(left), now: Date.now() })
  copied.close()
  const second = await startCore(folder, { secrets })
  await second.call('jobs.act', { ids: [failed.id], action: 'retryAsNew' })
  await ended(second, 'done')
  await second.core.stop()
  await copyFile(`${path}-copy`, path)

  const third = await startCore(folder, { secrets })
  const { counts, commands } = await third.call('queue.overview', { limit: 1 })
  expect({ counts, commands, posts }).toMatchObject({
    counts: { waiting: 0, running: 0 },
    commands: [],
    posts: 2,
  })
})

test('a picture that was found since stays, whatever the request brings when it is sent from such a database', async () => {
  const other = Buffer.concat([picture, Buffer.alloc(9)])
  let posts = 0
  const { baseUrl } = await httpService((request, response, { method, url }) => {
    if (method === 'GET')
      return response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(url === '/files/1' ? picture : other)
    posts += 1
    const { host } = request.headers
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ zork: { quux: [`http://${host}/files/${posts}`] } }))
  })
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const { secrets } = first.ports
  const connection = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft: connection, apiKey: 'sk-1' })
  await first.call('queue.pause', null)
  await first.call('jobs.enqueue', { connectionId: id, draft: draft({ mode: 'direct', n: 1 }), first: false })
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  const second = await startCore(folder, { secrets })
  await second.call('queue.resume', null)
  await asked(second)
  await second.core.stop()
  await copyFile(`${path}-copy`, path)

  const third = await startCore(folder, { secrets })
  await third.call('queue.resume', null)
  await third.call('queue.answer', { send: true })
  await asked(third)
  const spool = join(third.ports.places.profile, 'spool')
  const pictures = spooled(folder).filter((name) => name.endsWith('-found.bin'))
  const contents = await Promise.all(pictures.map((name) => readFile(join(spool, name))))
  expect(contents.map(({ length }) => length).sort((one, two) => one - two)).toEqual([
    ...[picture.length, other.length],
  ])
})

test('a picture that was found since stays, though its address has expired when such a database looks for it', async () => {
  let mayFetch = false
  let isExpired = false
  let looks = 0
  const { baseUrl } = await httpService((request, response, { method }) => {
    if (method === 'POST') {
      const { host } = request.headers
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ zork: { quux: [`http://${host}/files/1`] } }))
    }
    looks += 1
    if (isExpired) return response.writeHead(410).end()
    return mayFetch ? response.writeHead(200, { 'content-type': 'image/png' }).end(picture) : undefined
  })
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const { secrets } = first.ports
  const connection = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft: connection, apiKey: 'sk-1' })
  await first.call('jobs.enqueue', { connectionId: id, draft: draft({ mode: 'direct', n: 1 }), first: false })
  await eventually(() => looks > 0, { what: 'a look at the address' })
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  mayFetch = true
  const second = await startCore(folder, { secrets })
  await asked(second)
  await second.core.stop()
  await copyFile(`${path}-copy`, path)

  isExpired = true
  const third = await startCore(folder, { secrets })
  const settled = ({ attention, state }: Job) => attention !== null || state === 'failed'
  const { attention } = await jobThat(third, settled, 'what became of it')
  expect(attention?.code).toBe('imageFound')
  const spool = join(third.ports.places.profile, 'spool')
  const [name = ''] = spooled(folder).filter((one) => one.endsWith('-found.bin'))
  expect(await readFile(join(spool, name))).toEqual(picture)
})
