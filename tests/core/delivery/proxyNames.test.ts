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

/** What a connection whose images lie at a name that this computer can't find is held for. */
const asked = { error: { code: 'proxyNamesUnknown', params: { host: 'cdn.example' } }, polls: false }

/**
 * The queue and delivery behind a proxy that finds every name, with a service whose images lie elsewhere. Both are
 * public, as far as anybody knows: this computer finds neither, but for `names`.
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

describe('an image at a name that only the proxy finds', { timeout: 60_000 }, () => {
  test('holds what would be paid, once, and comes when the person says that the proxy finds names', async () => {
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

  test('waits on when the person sends all the same, is said to, and is not asked about again', async () => {
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

    // In the connection's settings it can still be said.
    const kept = only(app.connections.list())
    expect(kept.proxyResolves).toBe(false)
    await app.connections.save(connection.id, { ...kept, name: 'Studio' }, null)
    await app.connections.save(connection.id, { ...kept, proxyResolves: true }, null)
    await statesBecome(app, { done: 2 })
    expect(allJobs(app).map(({ attention }) => attention)).toEqual([null, null])
  })

  test('that this computer finds after all comes without an answer, and what waits is sent', async () => {
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

  test('of a removed connection needs the person, and is asked about once that is back', async () => {
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
