import { type ReadAnswer, readAnswer } from '../../../electron/core/service/answers/answerReading'
import { answeredPoll } from '../../../electron/core/service/pollVerdict'
import type { Spool } from '../../../electron/core/service/spool'
import { spoolImages } from '../../../electron/core/service/spoolImages'
import { answeredSubmit } from '../../../electron/core/service/submitVerdict'
import type { PollVerdict, SubmitVerdict } from '../../../electron/core/service/verdict'

export interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly complete?: boolean
  readonly prompt?: string
  /** How many images a direct request asked for; default: none did. */
  readonly asked?: number
  /** A task was asked about. */
  readonly isPoll?: boolean
}

export const now = Date.UTC(2026, 2, 1, 12)
export const prompt = 'a lighthouse at dusk'

/** Accepts files and keeps only their names. */
export const namesOnly: Pick<Spool, 'write'> = { write: async (name) => `/spool/${name}` }

/** Reads a body given as a JSON value or as text. */
export function read(body: unknown, options: AnswerOptions = {}): Promise<ReadAnswer> {
  const { status = 200, headers = {}, complete = true } = options
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return readAnswer(
    { status, headers, complete, lifted: {}, body: { kind: 'text', text } },
    {
      prompt: options.prompt ?? prompt,
      ...(options.isPoll === true ? {} : { asked: options.asked ?? null }),
      now,
    },
  )
}

export async function submitted(body: unknown, options: AnswerOptions = {}): Promise<SubmitVerdict> {
  const answer = await read(body, options)
  return answeredSubmit(answer, options.prompt ?? prompt, () =>
    spoolImages(answer.task, { owner: 'answer', spool: namesOnly, lifted: {} }),
  )
}

export async function polled(
  body: unknown,
  options: AnswerOptions & { readonly taskId?: string } = {},
): Promise<PollVerdict> {
  const answer = await read(body, { ...options, isPoll: true })
  const asked = { taskId: options.taskId ?? 'task-1', prompt: options.prompt ?? prompt }
  return answeredPoll(answer, asked, () =>
    spoolImages(answer.task, { owner: 'task', spool: namesOnly, lifted: {} }),
  )
}

/** A verdict in one line: its kind, its error's code, and whether it holds. */
export function summary(verdict: SubmitVerdict | PollVerdict): string {
  const parts: string[] = [verdict.kind]
  if ('error' in verdict) parts.push(verdict.error.code)
  if ('hold' in verdict && verdict.hold) parts.push('hold')
  return parts.join(' ')
}
