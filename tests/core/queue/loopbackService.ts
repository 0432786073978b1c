import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

const bodySchema = z.object({
  prompt: z.string(),
  n: z.number().optional(),
  async: z.boolean().optional(),
})

/** A paid request as it arrived. */
export interface Post {
  readonly path: string
  readonly body: z.infer<typeof bodySchema>
  readonly idempotencyKey: string | undefined
  readonly key: string
}

/** A poll of a task. */
export interface Poll {
  readonly taskId: string
  readonly path: string
  readonly key: string
}

export type Reply =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: unknown
    }
  /** No answer, ever. */
  | 'hang'
  /** The connection is reset once the request is read. */
  | 'reset'

export interface LoopbackService {
  readonly baseUrl: string
  readonly posts: readonly Post[]
  readonly polls: readonly Poll[]
  /** The service's replies; may be changed at any time. */
  onPost: (post: Post, count: number) => Reply | Promise<Reply>
  onPoll: (taskId: string, count: number, poll: Poll) => Reply
  /** Requests that are open now. */
  open(): number
  /** From now on nothing listens. */
  stop(): Promise<void>
}

/** The task a service returns when it accepts a request. */
export function pendingTask(id: string): Reply {
  return { body: { task_id: id, status: 'pending', data: [{ url: null, status: 'pending' }] } }
}

/** A task that is done, with these images. */
export function completedTask(
  id: string,
  urls: readonly (string | null)[] = [`https://files.test/${id}.png`],
): Reply {
  const data = urls.map((url) => ({
    url,
    status: url === null ? 'failed' : 'completed',
    revised_prompt: 'so',
  }))
  return { body: { task_id: id, status: 'completed', progress: 100, data, error: null } }
}

/** The answer to a direct request. */
export function directImages(count: number): Reply {
  const data = Array.from({ length: count }, (_, at) => ({ url: `https://files.test/${at}.png` }))
  return { body: { created: 1, data } }
}

/** An HTTP server on loopback that accepts every request and finishes every task, unless told otherwise. */
export async function startLoopbackService(port = 0): Promise<LoopbackService> {
  const posts: Post[] = []
  const polls: Poll[] = []
  const sockets = new Set<Socket>()
  let open = 0

  function send(response: ServerResponse, reply: Reply): void {
    if (reply === 'hang') return
    if (reply === 'reset') {
      response.socket?.destroy()
      return
    }
    const { status = 200, headers = {}, body } = reply
    const isHtml = typeof body === 'string'
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json', ...headers })
    response.end(isHtml ? body : JSON.stringify(body))
  }

  const server = createServer(async (request, response) => {
    open++
    response.on('close', () => open--)
    const path = request.url ?? ''
    const key = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (request.method === 'POST') {
      const idempotencyKey = request.headers['idempotency-key']
      const post = {
        path,
        body: bodySchema.parse(await json(request)),
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
        key,
      }
      posts.push(post)
      send(response, await service.onPost(post, posts.length))
      return
    }
    const poll = { taskId: decodeURIComponent(path.split('/').at(-1) ?? ''), path, key }
    polls.push(poll)
    send(response, service.onPoll(poll.taskId, polls.length, poll))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : null
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(stop)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  const service: LoopbackService = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    posts,
    polls,
    onPost: (post, count) =>
      post.body.async === true ? pendingTask(`task-${count}`) : directImages(post.body.n ?? 1),
    onPoll: (taskId) => completedTask(taskId),
    open: () => open,
    stop,
  }
  return service
}
