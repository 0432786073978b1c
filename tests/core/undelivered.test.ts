import { once } from 'node:events'
import { createServer } from 'node:http'
import { connectionDefaults } from '@shared/model/connection'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { pngFile } from '../support/pngFile'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { completedTask, startLoopbackService } from './queue/loopbackService'

/** A host of images that can go away and come back at the same address. */
async function startImageHost() {
  const picture = pngFile({ edge: 2, colour: [8, 0], rows: new Uint8Array(6) })
  let server = createServer()
  let port = 0
  const online = async () => {
    server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    )
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    port = address.port
  }
  const offline = async () => {
    server.closeAllConnections()
    server.close()
  }
  await online()
  onTestFinished(offline)
  return { online, offline, url: (name: string) => `http://127.0.0.1:${port}/${name}.png` }
}

test('what is paid for while its images can’t be fetched is limited, and all of it arrives once they can', async () => {
  const images = await startImageHost()
  await images.offline()
  const service = await startLoopbackService()
  service.onPoll = (taskId) => completedTask(taskId, [images.url(taskId)])
  const { call } = await startCore(temporaryFolder(), { clock: hurriedClock })
  const saved = async () => (await call('gallery.outline', { text: '' })).total
  const draft = { ...connectionDefaults, models: ['m'], name: 'Studio', baseUrl: service.baseUrl }
  const { origin } = new URL(images.url('any'))
  const bound = { undeliveredImages: 10, backgroundSlots: 4, allowedOrigins: [origin] }
  const connection = await call('connections.save', {
    id: null,
    draft: { ...draft, ...bound },
    apiKey: 'sk-1',
  })
  const request = { prompt: 'a fern', model: 'm', size: '', n: 60, mode: 'background' as const, image: [] }
  await call('jobs.enqueue', { connectionId: connection.id, draft: request, first: false })

  await eventually(async () => {
    const { gates, counts } = await call('queue.overview', { limit: 1 })
    return counts.waiting === 0 || (counts.running >= 10 && gates[0]?.gate.kind === 'undelivered')
  })
  // As many as were in flight when the limit was reached.
  expect(service.posts.length).toBeLessThanOrEqual(10 + 4)

  await images.online()
  await call('queue.tryNow', null)
  await eventually(async () => (await saved()) === 60)
  expect(service.posts).toHaveLength(60)
})
