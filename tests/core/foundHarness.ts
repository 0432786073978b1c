import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { type RunningCore, startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import type { TestPorts } from '../support/testPorts'
import { key } from './answering'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

export interface Serves {
  /** The answer to the request, and to a poll; `host` is where the files are, without a slash. */
  readonly post?: (host: string) => unknown
  readonly poll?: (host: string, count: number) => unknown
  /** What is at `/files/<name>`; default a picture. `hang`: no answer. */
  readonly file?: (name: string) => Buffer | 'hang' | null
  readonly mode?: Mode
  readonly n?: number
  readonly prompt?: string
  readonly prepare?: (ports: TestPorts) => void
}

/** A core and a service whose answers nobody knows; one job was queued. */
export async function unknownService(serves: Serves) {
  const { mode = 'direct', prompt = 'a boat', n = 1 } = serves
  const folder = temporaryFolder()
  let polls = 0
  const service = await httpService((request, response, { method, url }) => {
    const host = `http://${request.headers.host}`
    const [, name] = /^\/files\/(.+)$/.exec(url) ?? []
    if (name !== undefined) {
      const file = serves.file === undefined ? picture : serves.file(name)
      if (file === 'hang') return
      response.writeHead(file === null ? 410 : 200, { 'content-type': 'image/png' }).end(file ?? '')
      return
    }
    if (method === 'GET') polls += 1
    const body = method === 'POST' ? serves.post?.(host) : serves.poll?.(host, polls)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { task_id: 't-1', status: 'pending' }))
  })
  const core = await startCore(folder, {
    clock: hurriedClock,
    ...(serves.prepare === undefined ? {} : { prepare: serves.prepare }),
  })
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id: connectionId } = await core.call('connections.save', { id: null, draft, apiKey: key })
  const request = { prompt, model: 'm', size: '', n: mode === 'direct' ? n : 1, mode, image: [] }
  const queue = () => core.call('jobs.enqueue', { connectionId, draft: request, first: false })
  await queue()
  const posts = () => service.received.filter(({ method }) => method === 'POST').length
  const fetched = () => service.received.filter(({ url }) => url.startsWith('/files/'))
  return { ...core, folder, service, connectionId, queue, posts, fetched, polls: () => polls }
}

export type Unknown = Awaited<ReturnType<typeof unknownService>>

/** The first job that is so, wherever it is listed. */
export function jobThat(
  { call }: Pick<RunningCore, 'call'>,
  fits: (job: Job) => boolean,
  what: string,
): Promise<Job> {
  return eventually(
    async () => {
      const { running, finished, needsYou } = await call('queue.overview', { limit: 20 })
      return [...running, ...needsYou, ...finished].find(fits)
    },
    { what },
  )
}

export const asked = (one: Pick<RunningCore, 'call'>): Promise<Job> =>
  jobThat(one, ({ attention }) => attention?.code === 'imageFound', 'the question')

export const done = (one: Pick<RunningCore, 'call'>): Promise<Job> =>
  jobThat(one, ({ state }) => state === 'done', 'a job that is done')

/** Names of the files in the spool. */
export const spooled = (folder: string): readonly string[] => {
  try {
    return readdirSync(join(folder, 'profile', 'spool')).sort()
  } catch {
    return []
  }
}
