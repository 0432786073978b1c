import type { ServerResponse } from 'node:http'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { endOfJob } from './endOfJob'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

test.each<[string, (response: ServerResponse) => void]>([
  ['is refused', (response) => void response.writeHead(403).end()],
  ['is not found', (response) => void response.writeHead(404).end()],
  ['is empty', (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end()],
])('an image that is named a moment before it exists, and %s until then, is saved', async (_, notYet) => {
  let downloads = 0
  const service = await httpService((_request, response, { method }) => {
    if (method === 'POST') return response.end(JSON.stringify({ created: 1, data: [{ url: '/1.png' }] }))
    downloads += 1
    if (downloads < 3) return notYet(response)
    return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  })
  const { call } = await startCore(temporaryFolder())
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  const job = await endOfJob(call)
  expect(job).toMatchObject({ state: 'done', saved: 1 })
  expect(downloads).toBe(3)
})
