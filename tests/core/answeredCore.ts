import { type ConnectionDraft, connectionDefaults } from '@shared/model/connection'
import { type RunningCore, startCore } from '../support/runningCore'
import { picture } from './hostile/hostileService'
import { httpService, type Received } from './service/serviceHarness'

export interface Answered {
  readonly call: RunningCore['call']
  /** The connection's id. */
  readonly id: string
  /** Every paid request, in order. */
  posts(): readonly Received[]
}

/** What the service fails to do when it is asked for the first time. */
export const failsOnce = 'a moth'

/** A core with a connection to a service on loopback that answers each request but `failsOnce` with its images. */
export async function answeredCore(
  folder: string,
  options: Partial<Pick<ConnectionDraft, 'fullBackground' | 'extra'>> = {},
): Promise<Answered> {
  let failures = 0
  const service = await httpService((request, response, { method, body }) => {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      return
    }
    const { prompt, n = 1, async = false } = JSON.parse(body)
    if (prompt === failsOnce && failures++ === 0) {
      response.writeHead(500).end('{"error":{"message":"the model crashed"}}')
      return
    }
    const data = Array.from({ length: n }, (_, at) => ({
      url: `http://${request.headers.host}/picture-${at + 1}.png`,
      status: 'completed',
    }))
    response.end(JSON.stringify(async ? { task_id: 't', status: 'completed', data } : { created: 1, data }))
  })
  const { call } = await startCore(folder)
  const { baseUrl } = service
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl, ...options }
  const { id } = await call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  return { call, id, posts: () => service.received.filter(({ method }) => method === 'POST') }
}
