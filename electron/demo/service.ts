import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { DemoOptions } from '@shared/processes/demo'
import { type ApiError, badRequest } from './apiError'
import { createGenerations, type Outcome } from './generations'
import { openJournal } from './journal'
import { createPictures } from './pictures'
import { bytesReply, errorReply, type Reply } from './reply'
import { createResultLinks } from './resultLinks'
import { createSharpLoader } from './sharp'
import { isRefused, type Task } from './task'
import { openTaskStore } from './taskStore'
import { createWording } from './wording'

const bodyMaximum = 2 ** 20

const apiPath = /^(?:\/api)?\/v1\/images\/(?:(generations)|tasks\/([^/]+))$/
const filePath = /^\/files\/([^/]+)\/(\d+)\.(?:png|jpeg|webp)$/

const notFound: ApiError = {
  status: 404,
  message:
    'There is nothing at this path. Requests go to /api/v1/images/generations or /v1/images/generations.',
  code: 'not_found',
}
const wrongTarget = badRequest('The host or the path of this request is wrong.', 'invalid_target')
const unknownTask: ApiError = { status: 404, message: 'This task does not exist.', code: 'task_not_found' }
const wrongKey: ApiError = {
  status: 401,
  message: 'The API key is missing or wrong.',
  code: 'invalid_api_key',
}
const tooLarge: ApiError = { status: 413, message: 'The body is larger than 1 MiB.', code: 'body_too_large' }
const wrongMethod = (allow: string): ApiError => ({
  ...badRequest(`Only ${allow} is allowed here.`, 'method_not_allowed'),
  status: 405,
  headers: { allow },
})

export interface ServiceOptions extends DemoOptions {
  readonly key: string
  /**
   * Where it listens, `127.0.0.1:<port>`. A web page that reaches this address under another host name gets nothing.
   */
  readonly host: string
}

/** The complete service interface for what is in the folder. */
export function createService(options: ServiceOptions): RequestListener {
  const origin = `http://${options.host}`
  const pictures = createPictures({
    folder: join(options.folder, 'files'),
    seed: options.seed,
    plain: options.plain,
    loadSharp: createSharpLoader(),
  })
  const tasks = openTaskStore(options, (task) => void pictures.forget(task))
  const journal = openJournal(options.folder)
  const links = createResultLinks(options)
  const urlOf = (task: Task, index: number) =>
    origin + links.make(`/files/${task.id}/${index}.${pictures.format(task, index)}`)
  const wording = createWording({ pictures, urlOf })
  const generate = createGenerations({ tasks, pictures, wording })
  for (const task of tasks.all()) void pictures.prepare(task)

  async function poll(id: string): Promise<Reply> {
    const task = tasks.find(id)
    return task ? await wording.polled(task) : errorReply(unknownTask)
  }

  async function file(url: URL, id: string, index: number, request: IncomingMessage): Promise<Reply> {
    const task = tasks.find(id)
    const ready = task && index < task.n && !task.fails && !isRefused(task, index)
    if (!ready) return errorReply(notFound)
    const problem = links.problem(url)
    if (problem) return errorReply(problem)
    const bytes = await pictures.read(task, index)
    return bytesReply(bytes, `image/${pictures.format(task, index)}`, request.headers)
  }

  async function answer(request: IncomingMessage, url: URL, body: Buffer | null): Promise<Outcome> {
    const fileMatch = filePath.exec(url.pathname)
    if (fileMatch?.[1] && fileMatch[2]) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return plain(errorReply(wrongMethod('GET')))
      return plain(await file(url, fileMatch[1], Number(fileMatch[2]), request), fileMatch[1])
    }
    const apiMatch = apiPath.exec(url.pathname)
    if (!apiMatch) return plain(errorReply(notFound))
    const authorization = request.headers.authorization ?? ''
    if (authorization !== `Bearer ${options.key}`) return plain(errorReply(wrongKey))
    if (apiMatch[2]) {
      if (request.method !== 'GET') return plain(errorReply(wrongMethod('GET')))
      return plain(await poll(apiMatch[2]), apiMatch[2])
    }
    if (request.method !== 'POST') return plain(errorReply(wrongMethod('POST')))
    if (body === null) return plain(errorReply(tooLarge))
    return generate({ body, authorization, idempotencyKey: idempotencyKeyOf(request) })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = targetOf(request, origin)
    const body = await readBody(request)
    const isMeant = url !== null && request.headers.host === options.host
    const { status, taskId, model, reply } = isMeant
      ? await answer(request, url, body)
      : plain(errorReply(wrongTarget))
    journal.write({
      method: request.method ?? '',
      path: url?.pathname ?? '',
      status,
      idempotencyKey: idempotencyKeyOf(request),
      taskId,
      model,
      bodySha256: body?.length ? createHash('sha256').update(body).digest('hex') : null,
    })
    if (reply === null) {
      request.socket.destroy()
      return
    }
    const { status: answered, headers, body: content } = await reply
    response.writeHead(answered, {
      ...headers,
      'content-length': Buffer.byteLength(content),
      'x-request-id': `req_${randomUUID()}`,
    })
    response.end(request.method === 'HEAD' ? undefined : content)
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // The caller left before its request was complete; anything else is a bug and ends the process.
      if (!request.destroyed || request.complete) throw error
    })
  }
}

const plain = (reply: Reply, taskId: string | null = null): Outcome => ({
  status: reply.status,
  taskId,
  model: null,
  reply,
})

/** Null for anything that isn't a path on this host. */
function targetOf({ url = '' }: IncomingMessage, origin: string): URL | null {
  if (!url.startsWith('/') || !URL.canParse(url, origin)) return null
  const target = new URL(url, origin)
  return target.origin === origin ? target : null
}

function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

/** Null if it is larger than we accept; it is still read to the end, so that the caller sees the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length <= bodyMaximum) chunks.push(chunk)
  }
  return length > bodyMaximum ? null : Buffer.concat(chunks)
}
