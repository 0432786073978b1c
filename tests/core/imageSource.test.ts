import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

/** An image from a service that gives this answer, in the library of a whole core. */
async function savedImage(answer: (baseUrl: string) => object) {
  const service = await httpService((_, response, { method }) => {
    if (method === 'GET') response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.end(JSON.stringify({ data: [answer(service.baseUrl)] }))
  })
  const { call } = await startCore(temporaryFolder())
  const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: `${service.baseUrl}/base` }
  const { id: connectionId } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-1' })
  const draft = { prompt: 'a fern', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await call('jobs.enqueue', { connectionId, draft, first: false })
  const image = await eventually(async () => {
    const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 1 })
    return rows[0]
  })
  return { call, id: image.id, baseUrl: service.baseUrl }
}

test('returns the address the service gave for an image, and how old it is', async () => {
  const { call, id, baseUrl } = await savedImage((base) => ({ url: `${base}/1.png?signed=é` }))
  const { url, age } = await call('images.source', { id })
  expect(url).toBe(`${baseUrl}/1.png?signed=%C3%A9`)
  expect(age).toBeGreaterThanOrEqual(0)
  expect(age).toBeLessThan(3_600_000)
})

test('completes an address that the service gave in part', async () => {
  const { call, id, baseUrl } = await savedImage(() => ({ url: 'files/1.png' }))
  expect(await call('images.source', { id })).toMatchObject({ url: `${baseUrl}/base/files/1.png` })
})

test('has none for an image that came as data', async () => {
  const { call, id } = await savedImage(() => ({ b64_json: picture.toString('base64') }))
  expect(await call('images.source', { id })).toMatchObject({ url: null })
  await call('images.delete', { ids: [id] })
  expect(await failureCode(call('images.source', { id }))).toBe('rowMissing')
})
