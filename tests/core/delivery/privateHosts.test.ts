import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import { allJobs, connect, enqueue, only, type QueueHarness, statesBecome } from '../queue/queueHarness'
import { type NameAnswer, resolving } from '../service/namesHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

/** A service on this computer whose images lie at another host beside it: at `imagesAt`, or a port of its own. */
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
  const { host } = new URL(images.baseUrl)
  service.onPoll = (id) => completedTask(id, [options.imageUrl ?? `${images.baseUrl}/${id}.png`])
  const { lookup } = resolving(options.names ?? {})
  return {
    start: (folder?: string) => start(folder === undefined ? { lookup } : { lookup, folder }),
    service,
    images,
    host,
    baseUrl: options.serviceName === undefined ? service.baseUrl : `http://${options.serviceName}:${port}`,
  }
}

const holdOf = ({ connections }: QueueHarness) => only(connections.list()).hold

describe('an image at a host inside the network that is not the service’s own', { timeout: 60_000 }, () => {
  test('holds what would be paid, keeps its address, and comes once its host is allowed', async () => {
    const { start, service, images, host, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    const asked = { error: { code: 'imageHostPrivate', params: { host } }, polls: false }
    expect(holdOf(app)).toMatchObject(asked)
    enqueue(app, connection, { n: 2 })
    await statesBecome(app, { queued: 2, saving: 1 })
    await eventually(() => app.db.get('SELECT 1 FROM items WHERE download_tries > 2'))
    expect(service.posts).toHaveLength(1)
    expect(images.received).toEqual([])
    expect(app.db.all(`SELECT state, url FROM items WHERE state = 'ready'`)).toEqual([
      { state: 'ready', url: `http://${host}/task-1.png` },
    ])
    await app.stop()

    const again = await start(app.folder)
    expect(holdOf(again)).toMatchObject(asked)
    again.connections.allowHost(connection.id, host)
    await statesBecome(again, { done: 3 })
    expect(only(again.connections.list())).toMatchObject({ hold: null, allowedHosts: [host] })
    expect(service.posts).toHaveLength(3)
    expect(images.received).toHaveLength(3)
  })

  test('waits on when the person sends all the same, is not asked about again, and can be allowed later', async () => {
    const { start, service, images, host, baseUrl } = await besideService()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    enqueue(app, connection)
    app.queue.resumeConnection(connection.id)
    await statesBecome(app, { saving: 2 })
    await eventually(() => allJobs(app).every(({ attention }) => attention !== null))
    expect(only([...new Set(allJobs(app).map(({ attention }) => JSON.stringify(attention?.params)))])).toBe(
      JSON.stringify({ host, code: 'imageHostPrivate' }),
    )
    expect(holdOf(app)).toBeNull()
    expect(service.posts).toHaveLength(2)
    expect(images.received).toEqual([])

    const kept = only(app.connections.list())
    await app.connections.save(connection.id, { ...kept, name: 'Studio', allowedHosts: [host] }, null)
    await statesBecome(app, { done: 2 })
    expect(allJobs(app).map(({ attention }) => attention)).toEqual([null, null])
  })

  test('is asked about for each host', async () => {
    const { start, service, images, host, baseUrl } = await besideService({
      names: { localhost: [['127.0.0.1']] },
    })
    const other = `localhost:${new URL(images.baseUrl).port}`
    const app = await start()
    const connection = await connect(app, baseUrl, { allowedHosts: [host] })
    enqueue(app, connection)
    await statesBecome(app, { done: 1 })
    service.onPoll = (id) => completedTask(id, [`http://${other}/${id}.png`])
    enqueue(app, connection)
    await eventually(() => holdOf(app)?.error.params?.host === other)
    expect(images.received).toHaveLength(1)
  })

  test('that lies at an address of the network itself fails, whatever is allowed', async () => {
    const { start, baseUrl } = await besideService({ imageUrl: 'http://169.254.169.254/latest/meta-data' })
    const app = await start()
    enqueue(app, await connect(app, baseUrl, { allowedHosts: ['169.254.169.254'] }))
    await eventually(() => only(allJobs(app)).items.some(({ state }) => state === 'failed'))
    expect(only(only(allJobs(app)).items).error).toMatchObject({
      code: 'imageAddressForbidden',
      params: { host: '169.254.169.254' },
    })
    expect(holdOf(app)).toBeNull()
  })
})

describe('the service’s own host', { timeout: 60_000 }, () => {
  test('is asked about when its name leads inside only after it was saved', async () => {
    const { start, service, baseUrl } = await besideService({
      serviceName: 'service.example',
      names: { 'service.example': [['1.1.1.1'], ['127.0.0.1']] },
    })
    service.onPoll = (id) => completedTask(id, ['/router-admin?reboot=1'])
    const app = await start()
    const connection = await connect(app, baseUrl)
    await eventually(() => app.db.get(`SELECT 1 FROM connections WHERE hosts_json ->> '$.own' <> '{}'`))
    enqueue(app, connection)
    const { host } = new URL(baseUrl)
    await eventually(() => holdOf(app) !== null)
    expect(holdOf(app)?.error).toMatchObject({ code: 'imageHostPrivate', params: { host } })
    await app.stop()

    // A start does not settle it anew.
    const again = await start(app.folder)
    again.connections.release(connection.id)
    await eventually(() => holdOf(again) !== null)
    expect(holdOf(again)?.error).toMatchObject({ code: 'imageHostPrivate', params: { host } })
    expect(service.polls.filter(({ path }) => path.startsWith('/router-admin'))).toEqual([])
  })

  test('is settled as soon as its name is found, for connections of an earlier version too', async () => {
    const { start, service, baseUrl } = await besideService({
      serviceName: 'nas.lan',
      names: { 'nas.lan': ['ENOTFOUND', ['127.0.0.1']] },
    })
    service.onPoll = (id) => completedTask(id, [`${service.baseUrl}/images/${id}.png`])
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    const own = () =>
      app.db.get<{ own: string }>(`SELECT hosts_json ->> '$.own' AS own FROM connections`)?.own
    await eventually(() => own() !== '{}')
    const { port } = new URL(baseUrl)
    expect(JSON.parse(own() ?? '')).toEqual({ [baseUrl]: [`nas.lan:${port}`, `127.0.0.1:${port}`] })
    await eventually(() => service.polls.some(({ path }) => path.startsWith('/images/')))
    expect(holdOf(app)).toBeNull()
  })
})
