import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { coreProgram } from '../support/coreProgram'
import { eventually } from '../support/eventually'
import { hurriedClock, realClock } from '../support/fakeClock'
import { startKillableCore } from '../support/killableCore'
import { pngFile } from '../support/pngFile'
import { startCore } from '../support/runningCore'
import { mountSmallDisk } from '../support/smallDisk'
import { temporaryFolder } from '../support/temporaryFolder'
import { memoryLogger } from '../support/testPorts'
import { httpService } from './service/serviceHarness'

/** A real, separate disk for the profile; skips the test where this machine allows none. */
async function smallProfile(skip: (why: string) => never) {
  const folder = temporaryFolder()
  await mkdir(join(folder, 'profile'))
  // With room for what is kept free of six images on their way.
  const disk = mountSmallDisk(join(folder, 'profile'), 128)
  if ('refused' in disk) {
    console.log(`No disk to fill: ${disk.refused}`)
    return skip(disk.refused)
  }
  onTestFinished(disk.unmount)
  return { folder, disk }
}

const image = pngFile({ edge: 1, colour: [8, 2], rows: Buffer.from([0, 1, 2, 3]) })

/** Accepts every request as a task; tasks are done once `done` is set. */
async function taskService() {
  const state = { done: false }
  const service = await httpService((_, response, { method, url }) => {
    const json = (body: object) => void response.end(JSON.stringify(body))
    if (method === 'POST') return json({ task_id: `task-${service.received.length}`, status: 'pending' })
    if (url.endsWith('.png')) return void response.end(image)
    const id = url.split('/').at(-1) ?? ''
    if (!state.done) return json({ task_id: id, status: 'running' })
    json({ task_id: id, status: 'completed', data: [{ url: `/files/${id}.png`, status: 'completed' }] })
  })
  return { service, state, posts: () => service.received.filter(({ method }) => method === 'POST').length }
}

test('a disk that fills up during work ends nothing: it is reported, nothing more is paid, and all resumes with room', async ({
  skip,
}) => {
  const { folder, disk } = await smallProfile(skip)
  const { service, state, posts } = await taskService()
  // What the disk refused is tried again after ever longer waits.
  const { call, ports } = await startCore(folder, { clock: hurriedClock })
  const typed = {
    ...connectionDefaults,
    models: [],
    name: 'Studio',
    baseUrl: service.baseUrl,
    backgroundSlots: 6,
  }
  const { id } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-live-1234567890' })
  const draft = { prompt: 'a boat', model: 'm', size: '', n: 12, mode: 'background' as const, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft, first: false })
  const counts = async () => (await call('queue.overview', { limit: 10 })).counts
  await eventually(async () => (await counts()).running === 6, { what: 'six tasks that run' })

  await disk.fill(0)
  state.done = true
  const notices = async () => (await call('app.snapshot', null)).notices.map(({ id }) => id)
  await eventually(async () => (await notices()).includes('storage'), { what: 'a notice of the disk' })
  ports.suspend()
  ports.resume()
  await eventually(() => service.received.length > 30, { what: 'more polls' })
  expect(posts()).toBe(6)

  await disk.clear()
  await eventually(async () => (await counts()).finished === 12, {
    what: 'twelve images',
  })
  expect((await notices()).filter((id) => !id.startsWith('learned'))).toEqual([])
  expect(posts()).toBe(12)
})

test('a full disk at the start doesn’t prevent starting: what a kill left is settled once there is room', async ({
  skip,
}) => {
  const { folder, disk } = await smallProfile(skip)
  const program = await coreProgram('tests/support/coreProcess.ts')
  const service = await httpService(() => undefined)
  const demo = { taskMs: 100, slots: 1, speed: 5 }
  const killed = await startKillableCore(program, folder, demo)
  const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await killed.call('connections.save', {
    id: null,
    draft: typed,
    apiKey: 'sk-live-1234567890',
  })
  const draft = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'background' as const, image: [] }
  await killed.call('jobs.enqueue', { connectionId: id, draft, first: false })
  await eventually(() => service.received.length === 1, { what: 'a request that is never answered' })
  await killed.kill()
  await disk.fill(0)

  const { call } = await startKillableCore(program, folder, demo)
  const notices = async () => (await call('app.snapshot', null)).notices.map(({ id }) => id)
  const needsYou = async () => (await call('queue.overview', { limit: 1 })).counts.needsYou
  expect(await notices()).toContain('storage')
  // A little room may be left in the log of what the kill left.
  const long = { ...draft, prompt: 'a boat '.repeat(4_000), n: 12 }
  const enqueued = call('jobs.enqueue', { connectionId: id, draft: long, first: false })
  await expect(enqueued).rejects.toThrow('storageUnwritable')
  expect(await needsYou()).toBe(0)

  await disk.clear()
  await eventually(async () => (await needsYou()) === 1, { what: 'a job that is uncertain' })
  await eventually(async () => (await notices()).length === 0, { what: 'no notice any more' })
  expect(service.received).toHaveLength(1)
})

test('a database that can’t be opened on a full disk says why', async ({ skip }) => {
  const { folder, disk } = await smallProfile(skip)
  const path = join(folder, 'profile', 'cyanotype.db')
  const open = () => openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() })
  open().db.close()
  await disk.fill(0)
  expect(open).toThrow('storageUnwritable')
  await disk.clear()
  open().db.close()
})
