import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { type RunningCore, startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

/** A service that takes a task in Background, and answers with bytes in Direct. */
const service = () =>
  httpService((_, response, { method, url, body }) => {
    if (method === 'GET' && url.startsWith('/images/'))
      return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    const isTask = method === 'GET' || JSON.parse(body).async === true
    const image = isTask ? { url: '/images/1.png' } : { b64_json: picture.toString('base64') }
    const answer =
      method === 'POST' && isTask
        ? { task_id: 't-1', status: 'pending' }
        : { ...(isTask ? { task_id: 't-1', status: 'completed' } : {}), data: [image] }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

const notices = async ({ call }: RunningCore) =>
  (await call('app.snapshot', null)).notices.filter(({ error }) => error.code === 'imagesLearned')

async function connect({ call }: RunningCore, baseUrl: string, name: string): Promise<string> {
  const draft = { ...connectionDefaults, models: [], name, baseUrl }
  return (await call('connections.save', { id: null, draft, apiKey: 'k' })).id
}

async function generate({ call }: RunningCore, connectionId: string, mode: 'background' | 'direct') {
  const draft = { prompt: 'a fern', model: 'm', size: '', n: 1, image: [], variables: {}, mode }
  const { batchId } = await call('jobs.enqueue', { connectionId, draft, first: false })
  await eventually(
    async () => {
      const { rows } = await call('queue.finished', { batchId, offset: 0, limit: 1 })
      return rows[0]?.state === 'done'
    },
    { what: 'a saved image' },
  )
}

test('the first image of a connection says how its images come, until that was read', async () => {
  const { baseUrl } = await service()
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const tasks = await connect(first, baseUrl, 'Studio')
  const direct = await connect(first, baseUrl, 'Atelier')
  expect(await notices(first)).toEqual([])

  await generate(first, tasks, 'background')
  await eventually(async () => (await notices(first)).length === 1, { what: 'the line' })
  await generate(first, direct, 'direct')
  await eventually(async () => (await notices(first)).length === 2, { what: 'both lines' })
  const [one, other] = await notices(first)
  expect(one).toMatchObject({ level: 'info', dismissible: true })
  expect(one?.error.params).toEqual({
    id: tasks,
    connection: 'Studio',
    came: 'address',
    answer: 'task',
    tasks: '/api/v1/images/tasks/…',
  })
  expect(other?.error.params).toEqual({ id: direct, connection: 'Atelier', came: 'base64', answer: 'direct' })

  await first.call('app.dismissNotice', { id: one?.id ?? '' })
  await generate(first, tasks, 'background')
  expect(await notices(first)).toEqual([other])
  await first.core.stop()

  // What was read stays read, and what wasn't is said again.
  const second = await startCore(folder, {
    prepare: (ports) => void ports.preferences.change(first.ports.preferences.read()),
  })
  expect(await notices(second)).toEqual([other])
  await second.call('connections.remove', { id: direct })
  await eventually(async () => (await notices(second)).length === 0, { what: 'no line' })
})

test('what nobody has read is said again after a restart', async () => {
  const { baseUrl } = await service()
  const folder = temporaryFolder()
  const first = await startCore(folder)
  await generate(first, await connect(first, baseUrl, 'Studio'), 'direct')
  await eventually(async () => (await notices(first)).length === 1, { what: 'the line' })
  await first.core.stop()
  const second = await startCore(folder, {
    prepare: (ports) => void ports.preferences.change(first.ports.preferences.read()),
  })
  expect(await notices(second)).toHaveLength(1)
})

test('nothing is said of what had images before anything was kept about that', async () => {
  const { baseUrl } = await service()
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const id = await connect(first, baseUrl, 'Studio')
  await generate(first, id, 'direct')
  await first.core.stop()
  const second = await startCore(folder)
  expect(second.ports.preferences.read().firstImagesRead).toBeNull()
  expect(await notices(second)).toEqual([])
})
