import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { failed } from './answers'
import { type ApiError, badRequest, moderated } from './apiError'
import { readGenerationRequest } from './generationRequest'
import type { Pictures } from './pictures'
import { errorReply, type Reply } from './reply'
import { readScript, type ScriptedAnswer } from './script'
import { isRefused, type Task } from './task'
import type { TaskStore } from './taskStore'
import type { Wording } from './wording'

/** What happens to a request: decided, and written to the journal, before the answer is ready. */
export interface Outcome {
  readonly status: number | null
  readonly taskId: string | null
  readonly model: string | null
  /** Null closes the connection without an answer. */
  readonly reply: Promise<Reply> | Reply | null
}

export interface GenerationCall {
  readonly body: Buffer
  readonly idempotencyKey: string | null
  readonly authorization: string
}

/** Answers `POST /images/generations`. */
export function createGenerations(deps: {
  readonly tasks: TaskStore
  readonly pictures: Pictures
  readonly wording: Wording
}): (call: GenerationCall) => Outcome {
  const { tasks, pictures, wording } = deps
  const limitedBefore = new Set<string>()

  /** The reply that a script wants instead of accepting the request. */
  function scripted(answer: ScriptedAnswer | null, prompt: string, call: GenerationCall): Reply | null {
    const refused = (error: ApiError) => wording.refused(prompt, error)
    switch (answer) {
      case null:
      case 'drop':
        return null
      case '429':
        return limited(call) ? refused(rateLimited) : null
      case 'refuse':
        return refused(moderated)
      case '500':
        return refused({ status: 500, message: 'The server had an error.', code: 'server_error' })
      case '402':
        return refused({ status: 402, message: 'Your credit is used up.', code: 'insufficient_quota' })
      case 'echo':
        return refused(badRequest(`Unexpected header "Authorization: ${call.authorization}".`))
      case 'html':
        return { status: 502, headers: { 'content-type': 'text/html' }, body: badGateway }
      case 'rubbish':
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"created": 17' }
    }
  }

  /** True the first time. A repeated request is recognised by its key, or otherwise by its body. */
  function limited({ idempotencyKey, body }: GenerationCall): boolean {
    const mark = idempotencyKey ?? createHash('sha256').update(body).digest('hex')
    const first = !limitedBefore.has(mark)
    limitedBefore.add(mark)
    return first
  }

  async function result(task: Task): Promise<Reply> {
    await Promise.all([wait(Math.max(task.endsAt - Date.now(), 0)), pictures.prepare(task)])
    const error = resultError(task)
    return error ? wording.refused(task.prompt, error) : wording.result(task)
  }

  return (call) => {
    const read = readGenerationRequest(call.body)
    if ('error' in read)
      return { status: read.error.status, taskId: null, model: null, reply: errorReply(read.error) }
    const { request } = read
    const { model } = request
    const script = readScript(request.prompt)
    const instead = scripted(script.answer, request.prompt, call)
    if (instead) return { status: instead.status, taskId: null, model, reply: instead }
    const task = tasks.take(request, script)
    void pictures.prepare(task)
    const taken = { taskId: task.id, model }
    if (script.answer === 'drop') return { ...taken, status: null, reply: null }
    if (request.async) return { ...taken, status: 200, reply: wording.submitted(task) }
    return { ...taken, status: resultError(task)?.status ?? 200, reply: result(task) }
  }
}

/** Why a synchronous request ends without an image; decided when the request is accepted. */
function resultError(task: Task): ApiError | null {
  if (task.fails) return failed
  const images = Array.from({ length: task.n }, (_, index) => index)
  return images.every((index) => isRefused(task, index)) ? moderated : null
}

const rateLimited: ApiError = {
  status: 429,
  message: 'Too many requests.',
  code: 'rate_limit_exceeded',
  headers: { 'retry-after': '1' },
}

const badGateway =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
