import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { json } from 'node:stream/consumers'
import type { Mode } from '@shared/model/draft'
import { z } from 'zod'
import { certificate, certificateKey } from '../../../support/loopbackCertificate'
import { createRandom } from '../../../support/random'
import { answer, type Reply } from './faultyReply'
import { openHandshakes } from './handshakes'
import { pictureOf } from './picture'
import { type FileFault, isFree, type JobScript, type PollFault, type PostFault, scriptOf } from './script'

/** A paid request that arrived. */
export interface JournaledPost {
  readonly jobId: string
  /** Null: it was answered correctly. */
  readonly fault: PostFault | null
}

/** A request that the service accepted and executed. */
export interface Task {
  readonly jobId: string
  readonly id: string
  readonly picture: Buffer
  readonly script: JobScript
  polls: number
  files: number
  /** A poll has reported its image. */
  handedOut: boolean
  /** Addresses given out before are refused. */
  expired: boolean
}

/** What the killer may wait for. */
export type ServiceMoment = 'posted' | 'answered' | 'polled' | 'fetched'

export interface FaultyService {
  readonly baseUrl: string
  readonly posts: readonly JournaledPost[]
  /** By job. */
  readonly tasks: ReadonlyMap<string, Task>
  /** Injected so far, by place and name: `POST reset`. */
  readonly faults: ReadonlyMap<string, number>
  /** Called at each moment. */
  onMoment: (moment: ServiceMoment) => void
  close(): void
}

const submissionSchema = z.object({ prompt: z.string(), async: z.literal(true).optional() })

/** The share of handshakes that fail. */
const brokenHandshakes = 0.03

/**
 * A secure service on loopback, with the test certificate, that does what the script of each job says. Which script a
 * job has depends on the seed and on the order in which jobs first arrive. It outlives its clients and remembers every
 * paid request.
 */
export async function startFaultyService(
  seed: number,
  /** `isSound`: nothing goes wrong. */
  { isSound = false }: { readonly isSound?: boolean } = {},
): Promise<FaultyService> {
  const posts: JournaledPost[] = []
  const scripts = new Map<string, { readonly script: JobScript; readonly number: number; posts: number }>()
  const tasks = new Map<string, Task>()
  const byTaskId = new Map<string, Task>()
  const faults = new Map<string, number>()
  let variants = 0

  function count(fault: string): void {
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }

  function reply<F extends PostFault | PollFault | FileFault>(
    response: ServerResponse,
    what: Reply,
    place: 'POST' | 'poll' | 'download',
    fault: F | null,
  ): void {
    if (fault !== null) count(`${place} ${fault}`)
    variants += 1
    answer(response, what, { fault, variant: variants % 4, reset: handshakes.reset })
  }

  const inJson = (value: unknown): Reply => ({
    type: 'application/json',
    body: Buffer.from(JSON.stringify(value)),
  })

  function scripted(jobId: string, mode: Mode) {
    const known = scripts.get(jobId)
    if (known !== undefined) return known
    const number = scripts.size
    const script = scriptOf(seed, number, mode)
    const made = {
      script: isSound ? { ...script, posts: [], polls: [], files: [] } : script,
      number,
      posts: 0,
    }
    scripts.set(jobId, made)
    return made
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const submission = submissionSchema.parse(await json(request))
    const mode = submission.async === true ? 'background' : 'direct'
    const jobId = z.string().parse(request.headers['idempotency-key'])
    const known = scripted(jobId, mode)
    const { script, number } = known
    const fault = script.posts[known.posts] ?? null
    known.posts += 1
    posts.push({ jobId, fault })
    service.onMoment('posted')
    if (!isFree(fault) && fault !== 'refused' && fault !== 'failed') take(jobId, number, script)
    response.on('finish', () => service.onMoment('answered'))
    const id = `task-${jobId}`
    const pending = { created: 1, task_id: id, status: 'pending', data: [{ url: null, status: 'pending' }] }
    const image = script.inline
      ? { b64_json: pictureOf(seed + number).toString('base64') }
      : { url: `/files/${id}.png` }
    const made = { created: 1, data: [{ ...image, revised_prompt: 'so' }] }
    reply(response, inJson(mode === 'direct' ? made : pending), 'POST', fault)
  }

  function take(jobId: string, number: number, script: JobScript): void {
    const picture = pictureOf(seed + number)
    const task: Task = {
      jobId,
      id: `task-${jobId}`,
      picture,
      script,
      polls: 0,
      files: 0,
      handedOut: false,
      expired: false,
    }
    tasks.set(jobId, task)
    byTaskId.set(task.id, task)
  }

  function poll(task: Task, response: ServerResponse): void {
    service.onMoment('polled')
    const next = task.script.polls[task.polls] ?? null
    task.polls += 1
    // Once a poll has reported the image, no later one says that there is no such task.
    const fault = next === 'unknown' && task.handedOut ? null : next
    if (fault === null) task.handedOut = true
    const url = `/files/${task.id}.png?of=${task.expired ? 1 : 0}`
    const data = [{ url, status: 'completed', revised_prompt: 'so' }]
    const { id: task_id } = task
    reply(
      response,
      inJson({ created: 1, task_id, status: 'completed', progress: 100, data, error: null }),
      'poll',
      fault,
    )
  }

  function fetchFile(task: Task, isFresh: boolean, from: number, response: ServerResponse): void {
    service.onMoment('fetched')
    const stale = task.expired && !isFresh
    const fault = stale ? 'expired' : (task.script.files[task.files] ?? null)
    if (!stale) task.files += 1
    if (fault === 'expired') task.expired = true
    const etag = `"${task.id}"`
    reply(response, { type: 'image/png', body: task.picture, etag, from }, 'download', fault)
  }

  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    // The client may be killed at any time.
    response.on('error', () => undefined)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'POST') {
      post(request, response).catch(() => response.destroy())
      return
    }
    const task = byTaskId.get(/([^/]+?)(?:\.png)?$/.exec(url.pathname)?.[1] ?? '')
    if (task === undefined) response.writeHead(404).end()
    else if (url.pathname.startsWith('/files/'))
      fetchFile(task, url.searchParams.get('of') === '1', firstByte(request, task), response)
    else poll(task, response)
  })

  server.on('tlsClientError', () => undefined)
  const handshakes = await openHandshakes({
    server,
    random: createRandom(seed + 1),
    share: isSound ? 0 : brokenHandshakes,
    onFault: (fault) => count(`handshake ${fault}`),
  })

  const service: FaultyService = {
    baseUrl: `https://localhost:${handshakes.port}`,
    posts,
    tasks,
    faults,
    onMoment: () => {},
    close() {
      handshakes.close()
    },
  }
  return service
}

/** Where a download continues, if it names the file it began with. */
function firstByte({ headers }: IncomingMessage, task: Task): number {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  return headers['if-range'] === `"${task.id}"` && from < task.picture.length ? from : 0
}
