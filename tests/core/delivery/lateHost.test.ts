import { test } from 'vitest'
import { fastClock } from '../../support/fakeClock'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import { connect, enqueue, statesBecome } from '../queue/queueHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

test.each([
  // What S3 answers for what isn't there yet.
  [403, 8],
  [404, 10],
])('an image that its host refuses with %i %i times before it has it is saved', async (status, times) => {
  const { start, pixels } = await deliveringQueues()
  const service = await startLoopbackService()
  const images = await httpService((_request, response) => {
    if (images.received.length <= times) response.writeHead(status).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(pixels)
  })
  // Finished tasks are soon forgotten.
  service.onPoll = (task, count) =>
    count === 1
      ? completedTask(task, [`${images.baseUrl}/1.png`])
      : { status: 404, body: { error: 'no task' } }
  const app = await start({ clock: fastClock({ speed: 200 }) })
  await app.library.start()
  enqueue(app, await connect(app, service.baseUrl, { allowedOrigins: [images.baseUrl] }))
  await statesBecome(app, { done: 1 })
})
