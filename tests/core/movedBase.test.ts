import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

/** A service that names its images relative to its base, `files/1.png`. */
async function relativeService() {
  const state = { status: 'running', isServing: true }
  const service = await httpService((_, response, { method, url }) => {
    if (url.endsWith('/one/files/1.png') && state.isServing)
      return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    if (url.includes('/files/')) return response.writeHead(410).end()
    if (method === 'POST') return response.end(JSON.stringify({ task_id: 't', status: 'pending' }))
    const data = state.status === 'completed' ? [{ url: 'files/1.png', status: 'completed' }] : []
    return response.end(JSON.stringify({ task_id: 't', status: state.status, data }))
  })
  return {
    ...service,
    state,
    files: () => service.received.map(({ url }) => url).filter((url) => url.includes('/files/')),
  }
}

/** A job whose task runs at the service, and a way to change its connection. */
async function running(baseUrl: string) {
  const { call } = await startCore(temporaryFolder())
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'background' as const, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  return {
    call,
    saved: async () => (await call('gallery.outline', { text: '' })).total,
    move: (to: string) => call('connections.save', { id, draft: { ...draft, baseUrl: to }, apiKey: 'sk-2' }),
  }
}

describe('an image named relative to its service', () => {
  test('is fetched from where its request went, though the base has a new path by now', async () => {
    const service = await relativeService()
    const { saved, move } = await running(`${service.baseUrl}/one`)
    await eventually(() => service.received.length > 1, { what: 'the first poll' })
    await move(`${service.baseUrl}/two`)
    service.state.status = 'completed'
    await eventually(() => service.files().length > 0, { what: 'a download' })
    expect(service.files()[0]).toBe('/one/files/1.png')
    await eventually(async () => (await saved()) === 1, { what: 'the image' })
  })

  test('is fetched from where its request went, though the connection leads to another service by now', async () => {
    const [service, other] = [await relativeService(), await relativeService()]
    const { call, saved, move } = await running(`${service.baseUrl}/one`)
    Object.assign(service.state, { status: 'completed', isServing: false })
    const failed = await eventually(
      async () => {
        const { finished, needsYou } = await call('queue.overview', { limit: 5 })
        return [...finished, ...needsYou].find(({ state }) => state === 'failed')
      },
      { what: 'the image to be gone' },
    )
    await move(`${other.baseUrl}/one`)
    service.state.isServing = true
    await call('jobs.act', { ids: [failed.id], action: 'retryDownload' })
    await eventually(async () => (await saved()) === 1, { what: 'the image' })
    expect(other.received).toEqual([])
  })
})
