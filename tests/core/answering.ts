import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { httpService } from './service/serviceHarness'

/** The key of the connection. */
export const key = 'sk-live-1234567890'

/** What a service made. */
export interface Made {
  readonly bytes: Buffer
  /** What the service says that it is; default an octet stream. */
  readonly type?: string
}

type Way = 'url' | 'base64' | 'dataUri'

const base64Of = ({ bytes, type = 'image/png' }: Made, way: Way) =>
  `${way === 'dataUri' ? `data:${type};base64,` : ''}${bytes.toString('base64')}`

/** The end of a request to a service that answers with these results. */
export async function answering(made: readonly Made[], way: Way = 'url', mode: Mode = 'direct') {
  const folder = temporaryFolder()
  let polls = 0
  const fetched = new Set<string>()
  const service = await httpService((request, response, { method, url, body }) => {
    const [, name] = /^\/files\/(\d+)/.exec(url) ?? []
    const file = made[Number(name)]
    if (file !== undefined) {
      fetched.add(url)
      response.writeHead(200, { 'content-type': file.type ?? 'application/octet-stream' }).end(file.bytes)
      return
    }
    const host = `http://${request.headers.host}`
    const data = made.map((one, at) =>
      way === 'url' ? { url: `${host}/files/${at}?n=${polls}` } : { b64_json: base64Of(one, way) },
    )
    if (method === 'GET') polls += 1
    if (method === 'GET') response.end(JSON.stringify({ task_id: 't', status: 'completed', data }))
    else if (JSON.parse(body).async)
      response.end(JSON.stringify({ task_id: 't', status: 'pending', data: [] }))
    else response.end(JSON.stringify({ created: 1, data }))
  })
  const core = await startCore(folder, { clock: hurriedClock })
  const { call } = core
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await call('connections.save', { id: null, draft, apiKey: key })
  const n = mode === 'direct' ? made.length : 1
  const request = { prompt: 'a boat', model: 'm', size: '', n, mode, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  const job = await eventually(
    async () => {
      const { finished, needsYou } = await call('queue.overview', { limit: 5 })
      return [...finished, ...needsYou].find(({ endedAt }) => endedAt !== null)
    },
    { what: 'the end of the job' },
  )
  return { ...core, folder, service, job, fetched }
}

export type Answered = Awaited<ReturnType<typeof answering>>

/** What was saved of each item, as the gallery has it, and the bytes of its file. */
export async function savedOf({ call, folder, job }: Pick<Answered, 'call' | 'folder' | 'job'>) {
  return Promise.all(
    job.items.map(async ({ imageId }) => {
      const details = await call('images.details', { id: imageId ?? '' })
      return { ...details, content: await readFile(join(folder, 'library', details.file)) }
    }),
  )
}
