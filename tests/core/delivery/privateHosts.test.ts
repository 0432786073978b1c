import { appError } from '@shared/errors'
import { connectionDraftSchema } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import { allJobs, connect, enqueue, only, type QueueHarness, statesBecome } from '../queue/queueHarness'
import { type NameAnswer, resolving } from '../service/namesHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

/**
 * A service on this computer whose images are at another local host: at `imagesAt`, or on a port of its own.
 */
async function besideService(
  options: {
    readonly names?: Readonly<Record<string, readonly NameAnswer[]>>
    readonly serviceName?: string
    readonly imageUrl?: string
  } = {},
) {
  const { start, pixels } = await deliveringQueues()
  const images = await httpService((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixels),
  )
  const service = await startLoopbackService()
  const { port } = new URL(service.baseUrl)
  service.onPoll = (id) => completedTask(id, [options.imageUrl ?? `${images.baseUrl}/${id}.png`])
  const { lookup } = resolving(options.names ?? {})
  return {
    start: (folder?: string) => start(folder === undefined ? { lookup } : { lookup, folder }),
    service,
    images,
    origin: images.baseUrl,
    baseUrl: options.serviceName === undefined ? service.baseUrl : `http://${options.serviceName}:${port}`,
  }
}

const holdOf = ({ connections }: QueueHarness) => only(connections.list()).hold

describe('an image at a host inside the network other than the service’s own', () => {
  test('holds paid requests, keeps its address, and arrives once its host is allowed', async () => {
    const { start, service, images, origin, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    const asked = { error: { code: 'imageHostPrivate', params: { origin } }, polls: false }
    expect(holdOf(app)).toMatchObject(asked)
    enqueue(app, connection, { n: 2 })
    await statesBecome(app, { queued: 2, saving: 1 })
    await eventually(() => app.db.get('SELECT 1 FROM items WHERE download_tries > 2'))
    expect(service.posts).toHaveLength(1)
    expect(images.received).toEqual([])
    expect(app.db.all(`SELECT state, url FROM items WHERE state = 'ready'`)).toEqual([
      { state: 'ready', url: `${origin}/task-1.png` },
    ])
    await app.stop()

    const again = await start(app.folder)
    expect(holdOf(again)).toMatchObject(asked)
    again.connections.allowOrigin(connection.id, origin)
    await statesBecome(again, { done: 3 })
    expect(only(again.connections.list())).toMatchObject({ hold: null, allowedOrigins: [origin] })
    expect(service.posts).toHaveLength(3)
    expect(images.received).toHaveLength(3)
  })

  test('keeps waiting if the user sends anyway, raises no second question, and can be allowed later', async () => {
    const { start, service, images, origin, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    enqueue(app, connection)
    app.queue.resumeConnection(connection.id)
    await statesBecome(app, { saving: 2 })
    await eventually(() => allJobs(app).every(({ attention }) => attention !== null))
    expect(only([...new Set(allJobs(app).map(({ attention }) => JSON.stringify(attention?.params)))])).toBe(
      JSON.stringify({ origin, code: 'imageHostPrivate' }),
    )
    expect(holdOf(app)).toBeNull()
    expect(service.posts).toHaveLength(2)
    expect(images.received).toEqual([])

    const kept = only(app.connections.list())
    await app.connections.save(connection.id, { ...kept, name: 'Studio', allowedOrigins: [origin] }, null)
    await statesBecome(app, { done: 2 })
    expect(allJobs(app).map(({ attention }) => attention)).toEqual([null, null])
  })

  test('raises a question for each host', async () => {
    const { start, service, images, origin, baseUrl } = await besideService({
      names: { localhost: [['127.0.0.1']] },
    })
    const other = `http://localhost:${new URL(images.baseUrl).port}`
    const app = await start()
    const connection = await connect(app, baseUrl, { allowedOrigins: [origin] })
    enqueue(app, connection)
    await statesBecome(app, { done: 1 })
    service.onPoll = (id) => completedTask(id, [`${other}/${id}.png`])
    enqueue(app, connection)
    await eventually(() => holdOf(app)?.error.params?.origin === other)
    expect(images.received).toHaveLength(1)
  })

  test('raises its question once a hold of another kind is over, and does not end that one', async () => {
    const { start, service, origin, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl)
    service.onPoll = (id) => completedTask(id, [`${origin}/${id}.png`])
    service.onPost = (_, count) => {
      app.connections.hold(connection.id, appError('breakerTripped'), { polls: false })
      return { body: { task_id: `task-${count}`, status: 'pending', data: [{ url: null }] } }
    }
    enqueue(app, connection)
    await eventually(() => app.db.get('SELECT 1 FROM items WHERE download_tries > 1'))
    expect(holdOf(app)?.error.code).toBe('breakerTripped')
    app.connections.allowOrigin(connection.id, origin)
    await statesBecome(app, { done: 1 })
    expect(holdOf(app)?.error.code).toBe('breakerTripped')

    service.onPoll = (id) => completedTask(id, [`http://127.0.0.1:9/${id}.png`])
    app.connections.resume(connection.id)
    enqueue(app, connection)
    await eventually(() => app.db.get(`SELECT 1 FROM items WHERE error_json ->> 'code' = 'imageHostPrivate'`))
    expect(holdOf(app)?.error.code).toBe('breakerTripped')
    enqueue(app, connection)
    app.connections.resume(connection.id)
    await eventually(() => holdOf(app)?.error.code === 'imageHostPrivate')
    expect(service.posts).toHaveLength(2)
  })

  test('one question follows another, and a declined one blocks none', async () => {
    const { start, service, images, baseUrl } = await besideService()
    const urls = ['http://127.0.0.1:9/a.png', 'http://127.0.0.2:9/b.png']
    service.onPoll = (id) => completedTask(id, urls)
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => app.db.all('SELECT 1 FROM items WHERE download_tries > 0').length === 2)
    const asked = () => holdOf(app)?.error.params?.origin
    const first = asked()
    app.queue.resumeConnection(connection.id)
    await eventually(() => asked() !== undefined && asked() !== first)
    enqueue(app, connection)
    const job = only(allJobs(app).filter(({ state }) => state === 'saving'))
    const second = job.items.find(({ error }) => error?.params?.origin === asked())
    expect(second?.state).toBe('ready')
    app.queue.resumeConnection(connection.id)
    await eventually(() => service.posts.length === 2)
    expect(holdOf(app)).toBeNull()
    expect(images.received).toEqual([])
  })

  test('is not allowed for one service because another was allowed it', async () => {
    const { start, origin, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl, { allowedOrigins: [origin] })
    const moved = { ...connection, baseUrl: 'https://other.example' }
    const kept = await app.connections.save(connection.id, moved, null)
    expect(kept.allowedOrigins).toEqual([])
    for (let count = 0; count < 105; count++)
      app.connections.allowOrigin(connection.id, `http://10.0.0.${count}`)
    const { allowedOrigins } = only(app.connections.list())
    expect(allowedOrigins).toHaveLength(100)
    expect(allowedOrigins.at(-1)).toBe('http://10.0.0.104')
    expect(connectionDraftSchema.safeParse(only(app.connections.list())).success).toBe(true)
  })

  test('at an address of the network itself fails, whatever is allowed', async () => {
    const { start, baseUrl } = await besideService({ imageUrl: 'http://169.254.169.254/latest/meta-data' })
    const app = await start()
    enqueue(app, await connect(app, baseUrl, { allowedOrigins: ['http://169.254.169.254'] }))
    await eventually(() => only(allJobs(app)).items.some(({ state }) => state === 'failed'))
    expect(only(only(allJobs(app)).items).error).toMatchObject({
      code: 'imageAddressForbidden',
      params: { host: '169.254.169.254' },
    })
    expect(holdOf(app)).toBeNull()
  })

  test('whose name leads there needs the user after many tries, until the name leads elsewhere', async () => {
    const answers: NameAnswer[] = [['169.254.169.254']]
    const { start, service, images, baseUrl } = await besideService({ names: { 'files.example': answers } })
    const { port } = new URL(images.baseUrl)
    service.onPoll = (id) => completedTask(id, [`http://files.example:${port}/${id}.png`])
    const app = await start()
    const allowedOrigins = [`http://files.example:${port}`]
    enqueue(app, await connect(app, baseUrl, { allowedOrigins }))
    const tries = () =>
      app.db.get<{ tries: number }>('SELECT max(download_tries) AS tries FROM items')?.tries ?? 0
    await eventually(() => tries() > 0, { what: 'the first try' })
    expect(only(allJobs(app)).attention).toBeNull()
    // The earlier tries, which are not reported, take minutes.
    app.db.run('UPDATE items SET download_tries = 9')
    await eventually(() => tries() > 9, { what: 'the tenth try' })
    expect(only(allJobs(app))).toMatchObject({
      state: 'saving',
      attention: { code: 'imageStuck', params: { code: 'imageHostForbidden', host: 'files.example' } },
      actions: ['retryDownload', 'giveUp'],
    })
    expect(holdOf(app)).toBeNull()

    answers.push(['127.0.0.1'])
    await app.queue.act([only(allJobs(app)).id], 'retryDownload')
    await statesBecome(app, { done: 1 })
    expect(only(allJobs(app)).attention).toBeNull()
  })
})

describe('the service’s own host', () => {
  test('raises a question if its name leads inside only after it was saved', async () => {
    const { start, service, baseUrl } = await besideService({
      serviceName: 'service.example',
      names: { 'service.example': [['1.1.1.1'], ['127.0.0.1']] },
    })
    service.onPoll = (id) => completedTask(id, ['/router-admin?reboot=1'])
    const app = await start()
    const connection = await connect(app, baseUrl)
    await eventually(() => app.db.get(`SELECT 1 FROM connections WHERE origins_json ->> '$.inside' <> '{}'`))
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    expect(holdOf(app)?.error).toMatchObject({ code: 'imageHostPrivate', params: { origin: baseUrl } })
    await app.stop()

    // A restart doesn't settle it again.
    const again = await start(app.folder)
    again.connections.release(connection.id, 'place')
    await eventually(() => holdOf(again) !== null)
    expect(holdOf(again)?.error).toMatchObject({ code: 'imageHostPrivate', params: { origin: baseUrl } })
    expect(service.polls.filter(({ path }) => path.startsWith('/router-admin'))).toEqual([])
  })

  test('is settled as soon as its name is resolved, also for connections of an earlier version', async () => {
    const { start, service, baseUrl } = await besideService({
      serviceName: 'nas.lan',
      names: { 'nas.lan': ['ENOTFOUND', ['127.0.0.1']] },
    })
    service.onPoll = (id) => completedTask(id, [`/images/${id}.png`])
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    const own = () =>
      app.db.get<{ own: string }>(`SELECT origins_json ->> '$.inside' AS own FROM connections`)?.own
    await eventually(() => own() !== '{}')
    expect(JSON.parse(own() ?? '')).toEqual({ [baseUrl]: true })
    await eventually(() => service.polls.some(({ path }) => path.startsWith('/images/')))
    expect(holdOf(app)).toBeNull()
  })
})
