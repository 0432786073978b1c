import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import { connect, enqueue, only, type QueueHarness, statesBecome } from '../queue/queueHarness'
import { openNameProxy, resolving } from '../service/namesHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

const holdOf = ({ connections }: QueueHarness) => only(connections.list()).hold

/**
 * Behind a proxy that connects to names only. The images are at `host`, which this computer resolves to these
 * addresses.
 */
async function behindStrictProxy(host: string, addresses: readonly string[]) {
  const { start, pixels } = await deliveringQueues()
  const images = await httpService((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(pixels),
  )
  const service = await startLoopbackService()
  const origin = `http://${host}:${new URL(images.baseUrl).port}`
  service.onPoll = (id) => completedTask(id, [`${origin}/${id}.png`])
  const { proxy, asked } = await openNameProxy({ refuses: /^[\d.]+:/ })
  const names = { [host]: [addresses], 'service.example': [['1.1.1.1']] }
  const app = await start({ proxy, lookup: resolving(names).lookup })
  const baseUrl = `http://service.example:${new URL(service.baseUrl).port}`
  return { app, service, images, origin, asked, baseUrl }
}

describe('a proxy that is given no numeric addresses', () => {
  test('fetches an image from an allowed host inside the network once the proxy resolves names', async () => {
    const { app, service, images, origin, baseUrl } = await behindStrictProxy('files.lan', ['10.0.0.2'])
    const connection = await connect(app, baseUrl, { allowedOrigins: [origin] })
    enqueue(app, connection)
    await eventually(() => holdOf(app)?.error.code === 'proxyNumbersRefused', { what: 'the question' })
    app.connections.allowProxyNames(connection.id)
    await statesBecome(app, { done: 1 })
    expect(images.received).toHaveLength(1)
    expect(service.posts).toHaveLength(1)
  })

  test('is given the name of a host with inside and outside addresses once that host is allowed', async () => {
    const { app, images, origin, asked, baseUrl } = await behindStrictProxy('cdn.example', [
      '10.0.0.2',
      '1.1.1.1',
    ])
    const connection = await connect(app, baseUrl)
    enqueue(app, connection)
    await eventually(() => holdOf(app)?.error.code === 'proxyNumbersRefused', { what: 'the first question' })
    app.connections.allowProxyNames(connection.id)
    await eventually(() => holdOf(app)?.error.code === 'imageHostPrivate', { what: 'the second question' })
    expect(asked.filter((authority) => authority.startsWith('cdn.example'))).toEqual([])
    app.connections.allowOrigin(connection.id, origin)
    await statesBecome(app, { done: 1 })
    expect(images.received).toHaveLength(1)
  })
})
