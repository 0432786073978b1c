import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { draft } from './queue/queueHarness'

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
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const demo = await first.call('connections.useDemo', null)
  await first.call('connections.setPaused', { id: demo.id, paused: true })
  await first.call('jobs.enqueue', { connectionId: demo.id, draft: draft(), first: false })
  await first.core.stop()
  const path = join(first.ports.places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  const second = await startCore(folder)
  await second.core.stop()
  await copyFile(`${path}-copy`, path)
  const third = await startCore(folder)
  expect((await third.call('app.snapshot', null)).notices).toMatchObject([
    { error: { code: 'databasePutBack' } },
  ])
  await third.core.stop()
  const { call } = await startCore(folder)
  expect(await call('queue.overview', { limit: 1 })).toMatchObject({ paused: true, counts: { waiting: 1 } })
})
