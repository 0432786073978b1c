import { expect, testOnOneApp } from './fixtures/app'
import { queueOf } from './fixtures/regions'
import { reconnect } from './fixtures/steps'

const test = testOnOneApp()

/** Words of credit beside what leaves open whether a request was taken. */
const answers = [
  { status: 504, body: { error: { code: 'load_balancer_timeout' } } },
  {
    status: 500,
    body: { error: { code: 'billing_record_failed', message: 'Not enough credits on record.' } },
  },
  { status: 202, body: { message: 'Accepted. Warning: low balance' } },
  { status: 200, body: { code: 'credits_deducted', message: 'ok' } },
] as const

test('a gateway’s words of credit send nothing again and hold nothing; the next request is sent and arrives', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', says: (before) => answers[before] ?? null })
  const connectionId = await reconnect(app, service)
  const queue = queueOf(app.page)
  const enqueue = (prompt: string) =>
    app.ask('jobs.enqueue', {
      connectionId,
      draft: { prompt, model: 'painter-1', size: '', n: 1, mode: 'background', image: [] },
      first: false,
    })
  for (const [at] of answers.entries()) {
    await enqueue(`fern ${at}`)
    await expect.poll(async () => (await app.ask('queue.overview', { limit: 10 })).counts.waiting).toBe(0)
    await expect.poll(() => service.posts).toBe(at + 1)
  }
  await expect(queue.region.getByRole('region', { name: 'Needs you 3' })).toBeVisible()
  const [connection] = (await app.ask('app.snapshot', null)).connections
  expect(connection?.hold).toBeNull()

  // As somebody would press who believes that credit was the trouble.
  await app.ask('connections.resume', { id: connectionId })
  await enqueue('moss')
  await expect.poll(() => profile.libraryImages()).toHaveLength(1)
  expect(service.accepted.map(({ body }) => body.prompt)).toEqual([
    'fern 0',
    'fern 1',
    'fern 2',
    'fern 3',
    'moss',
  ])
})
