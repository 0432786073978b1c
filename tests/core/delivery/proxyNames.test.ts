import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import {
  allJobs,
  connect,
  enqueue,
  only,
  type QueueHarness,
  type QueueOptions,
  statesBecome,
} from '../queue/queueHarness'
import { type NameAnswer, openNameProxy, resolving } from '../service/namesHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

/** The reason for the hold on a connection whose images are at a name this computer can't resolve. */
const asked = { error: { code: 'proxyNamesUnknown', params: { host: 'cdn.example' } }, polls: false }

/**
 * The queue and delivery behind a proxy that resolves every name, with a service whose images are on another
 * host. Both hosts count as public: this computer resolves neither, except for `names`.
 */
async function behindProxy(names: Readonly<Record<string, readonly NameAnswer[]>> = {}) {
  const { start, pixels } = await deliveringQueues()
  const images = await httpService((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixels),
  )
  const service = await startLoopbackService()
  const port = (url: string) => new URL(url).port
  const url = (id: string) => `http://cdn.example:${port(images.baseUrl)}/${id}.png`
  service.onPoll = (id) => completedTask(id, [url(id)])
  const { proxy } = await openNameProxy()
  const options: QueueOptions = { proxy, lookup: resolving(names).lookup }
  const baseUrl = `http://service.example:${port(service.baseUrl)}`
  return {
    start: (folder?: string) => start(folder === undefined ? options : { ...options, folder }),
    service,
    images,
    baseUrl,
    url,
  }
}

const holdOf = ({ connections }: QueueHarness) => only(connections.list()).hold

describe('an image at a name that only the proxy resolves', () => {
  test('holds paid requests, once, and arrives when the user says that the proxy resolves names', async () => {
    const { start, service, images, baseUrl, url } = await behindProxy()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    expect(holdOf(app)).toMatchObject(asked)
    enqueue(app, connection, { n: 2 })
    await statesBecome(app, { queued: 2, saving: 1 })
    await eventually(() => app.db.get('SELECT 1 FROM items WHERE download_tries > 2'))
    expect(service.posts).toHaveLength(1)
    expect(images.received).toEqual([])
    expect(app.db.get('SELECT state, url FROM items WHERE state = :state', { state: 'ready' })).toEqual({
      state: 'ready',
      url: url('task-1'),
    })
    await app.stop()

    const again = await start(app.folder)
    expect(holdOf(again)).toMatchObject(asked)
    again.connections.allowProxyNames(connection.id)
    await statesBecome(again, { done: 3 })
    expect(only(again.connections.list())).toMatchObject({ hold: null, proxyResolves: true })
    expect(service.posts).toHaveLength(3)
    expect(images.received).toHaveLength(3)
  })

  test('keeps waiting if the user sends anyway, is reported as waiting, and raises no second question', async () => {
    const { start, service, baseUrl } = await behindProxy()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    enqueue(app, connection)
    app.queue.resumeConnection(connection.id)
    await statesBecome(app, { saving: 2 })
    await eventually(() => allJobs(app).every(({ attention }) => attention !== null))
    expect(allJobs(app)).toMatchObject([
      { attention: { code: 'imageStuck', params: { code: 'proxyNamesUnknown', host: 'cdn.example' } } },
      { attention: { code: 'imageStuck' } },
    ])
    expect(allJobs(app).every(({ actions }) => actions.includes('retryDownload'))).toBe(true)
    expect(holdOf(app)).toBeNull()
    expect(service.posts).toHaveLength(2)

    // The user can still say so in the connection's settings.
    const kept = only(app.connections.list())
    expect(kept.proxyResolves).toBe(false)
    await app.connections.save(connection.id, { ...kept, name: 'Studio' }, null)
    await app.connections.save(connection.id, { ...kept, proxyResolves: true }, null)
    await statesBecome(app, { done: 2 })
    expect(allJobs(app).map(({ attention }) => attention)).toEqual([null, null])
  })

  test('that this computer can resolve after all arrives without an answer, and waiting jobs are sent', async () => {
    const { start, service, baseUrl } = await behindProxy({
      'cdn.example': ['ENOTFOUND', 'ENOTFOUND', ['1.1.1.1']],
    })
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    enqueue(app, connection, { n: 2 })
    await statesBecome(app, { done: 3 })
    expect(only(app.connections.list())).toMatchObject({ hold: null, proxyResolves: false })
    expect(service.posts).toHaveLength(3)
  })

  test('of a removed connection needs the user, and raises its question after a restore', async () => {
    const { start, images, baseUrl } = await behindProxy()
    const app = await start()
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app) !== null)
    await app.connections.remove(connection.id)
    await eventually(() => only(allJobs(app)).attention !== null)
    expect(only(allJobs(app)).attention).toMatchObject({
      code: 'removedRefused',
      params: { connection: 'Service', code: 'proxyNamesUnknown', host: 'cdn.example' },
    })
    await app.queue.act([only(allJobs(app)).id], 'restoreConnection')
    await eventually(() => only(app.connections.list()).hold?.error.code === 'proxyNamesUnknown')
    app.connections.allowProxyNames(connection.id)
    await statesBecome(app, { done: 1 })
    expect(images.received).toHaveLength(1)
  })
})
