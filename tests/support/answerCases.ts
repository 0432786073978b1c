import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServiceClient } from '../../electron/core/service/serviceClient'
import type { Target } from '../../electron/core/service/target'
import type { PollVerdict, SubmitVerdict } from '../../electron/core/service/verdict'

/**
 * What real services answer, as their documents and clients show it, and how a knowledgeable user would read it; see
 * `tests/answers/README.md`.
 */
const verdictSchema = z.enum([
  ...(['image', 'running', 'failed', 'cancelled', 'moderated', 'noCredit', 'keyRefused', 'limited'] as const),
  ...(['refused', 'uncertain', 'retry', 'unknownTask', 'unknownStatus', 'doneWithoutImage'] as const),
])
export type Understood = z.infer<typeof verdictSchema>

const expectedSchema = z.strictObject({
  verdict: z.array(verdictSchema),
  soft: z.array(verdictSchema).default([]),
  images: z.number().optional(),
  minimum: z.number().optional(),
  urls: z.array(z.string()).optional(),
  taskId: z.string().optional(),
  failedItems: z.number().optional(),
  failedCode: z.string().optional(),
  failedSoft: z.boolean().optional(),
  waitMs: z.number().optional(),
  waitSoft: z.boolean().optional(),
  progress: z.number().optional(),
  words: z.string().optional(),
})

const caseSchema = z.strictObject({
  case: z.string(),
  reach: z.enum(['paths', 'post', 'shape']),
  mode: z.enum(['direct', 'background', 'poll']),
  httpStatus: z.number(),
  headers: z.record(z.string(), z.string()).default({}),
  taskId: z.string().optional(),
  prompt: z.string().optional(),
  body: z.unknown().optional(),
  text: z.string().optional(),
  bodyBase64: z.string().optional(),
  expected: expectedSchema,
  note: z.string().optional(),
})
const fileSchema = z.strictObject({ service: z.string(), source: z.string(), cases: z.array(caseSchema) })

export interface AnswerCase extends z.infer<typeof caseSchema> {
  readonly name: string
}

const folder = join(import.meta.dirname, '../answers')

export const answerCases: readonly AnswerCase[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .flatMap((name) => {
    const { service, cases } = fileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return cases.map((one) => ({ ...one, name: `${service} ${one.case}` }))
  })

/** Those that are read otherwise than they could be, and why. */
export const otherwise: ReadonlyMap<string, string> = new Map([
  [
    'novita poll-task-failed-500',
    'any gateway may answer 500: a poll ends its task by complete 2xx JSON only',
  ],
  [
    'midjourney-proxy submit-queue-full',
    'only a code that nobody knows says no, beside what may be an id: sending again by itself might pay twice',
  ],
  [
    'runware poll-provider-timeout',
    'a list of errors is no record of a task: it is asked for again, and said after ten minutes',
  ],
  [
    'tencent-mps poll-fail',
    'nothing in it shows that it is of this task: three such answers over a minute end it',
  ],
  ['echoing-gateways originals-and-results', 'originals may as well be the results in full size'],
  ['echoing-gateways wombo-previews', 'other services list finished images so, while others are at work'],
  ['job-runners comfyui-prompt-id', 'the id of a prompt is hardly ever a task’s: the user is asked'],
  ['job-runners php-numbered-images', 'the user is asked about what was found'],
  ['job-runners python-bytes-repr', 'no image as far as anyone can tell: the user is asked'],
  ['job-runners node-buffer', 'no image as far as anyone can tell: the user is asked'],
  ['status-endpoints error-envelope-with-time', 'said once, it ends nothing'],
  ['status-endpoints error-envelope-served-at', 'said once, it ends nothing'],
  ['status-endpoints position-alone', 'nothing in it shows that it is about a task: it is asked for again'],
  ['status-endpoints see-the-image', 'it is asked for again, and where it leads is said after a while'],
  ['status-endpoints not-yours', 'a refused key says the same: other tasks show that it is not'],
  ['task-lists civitai-steps', 'the user is asked about what was found'],
  ['written-addresses chat-markdown-content', 'the user is asked about what was found'],
])

/** The answer as it goes over the wire. */
export function wireAnswer({ headers, body, text, bodyBase64 }: AnswerCase) {
  const bytes =
    bodyBase64 === undefined ? Buffer.from(text ?? JSON.stringify(body)) : Buffer.from(bodyBase64, 'base64')
  return { headers: { 'content-type': 'application/json', ...headers }, bytes }
}

export interface Told {
  readonly verdict: Understood
  readonly images: number
  readonly urls: readonly string[]
  readonly taskId: string | null
  readonly failed: readonly string[]
  readonly waitMs: number | null
  readonly progress: number | null
  readonly words: string
}

/** What a verdict says, in the words of the cases. */
export function told(verdict: SubmitVerdict | PollVerdict): Told {
  const nothing = { images: 0, urls: [], taskId: null, failed: [], progress: null }
  const waitMs = 'retryAfterMs' in verdict ? verdict.retryAfterMs : null
  if ('reading' in verdict) {
    const { items, taskId, progress, error, phase, status } = verdict.reading
    const images = items.filter(({ source }) => source !== null).length
    const failed = items.flatMap((item) => (item.error === null ? [] : [item.error.code]))
    const words = error?.detail?.words ?? ''
    const urls = items.flatMap(({ source }) => (source?.kind === 'url' ? [source.url] : []))
    const read = { images, urls, taskId, failed, progress, waitMs, words }
    const code = error?.code
    if (images > 0) return { ...read, verdict: 'image' }
    if (code === 'moderated') return { ...read, verdict: 'moderated' }
    if (phase === 'cancelled') return { ...read, verdict: 'cancelled' }
    if (phase === 'failed') return { ...read, verdict: 'failed' }
    if (code === 'taskWithoutImage') return { ...read, verdict: 'doneWithoutImage' }
    return { ...read, verdict: phase === 'unknown' && status !== null ? 'unknownStatus' : 'running' }
  }
  return { ...nothing, waitMs, words: verdict.error.detail?.words ?? '', verdict: kindOf(verdict) }
}

type WithoutReading = Exclude<SubmitVerdict | PollVerdict, { readonly reading: unknown }>

function kindOf({ kind, error }: WithoutReading): Understood {
  switch (error.code) {
    case 'moderated':
      return 'moderated'
    case 'creditExhausted':
      return kind === 'failed' || kind === 'saysFailed' ? 'failed' : 'noCredit'
    case 'keyRefused':
      return 'keyRefused'
    case 'taskCancelled':
      return 'cancelled'
    case 'taskUnknown':
      return 'unknownTask'
    default:
      break
  }
  switch (kind) {
    case 'unsent':
    case 'refused':
      return 'refused'
    case 'limited':
      return 'limited'
    case 'saysFailed':
      return 'failed'
    case 'hold':
      return 'keyRefused'
    default:
      return kind === 'failed' || kind === 'uncertain' || kind === 'retry' || kind === 'unknownTask'
        ? kind
        : 'noCredit'
  }
}

/** What is not as expected, a line each; `soft` names what is safe but less useful than it could be. */
export function judged({ expected }: AnswerCase, got: Told): readonly string[] {
  const wrong: string[] = []
  const { verdict, images, minimum, taskId, failedItems, failedCode, waitMs, waitSoft, progress, words } =
    expected
  if (!verdict.includes(got.verdict)) {
    const isSoft = expected.soft.includes(got.verdict)
    return [
      `${isSoft ? 'soft: ' : ''}${got.verdict}, not ${verdict.join(' or ')}${got.words === '' ? '' : ` (${got.words})`}`,
    ]
  }
  const differs = (what: string, is: unknown, wanted: unknown) => {
    if (wanted !== undefined && is !== wanted) wrong.push(`${what} ${String(is)}, not ${String(wanted)}`)
  }
  if (got.verdict === 'image' && minimum === undefined) differs('images', got.images, images)
  if (minimum !== undefined && got.images < minimum) wrong.push(`${got.images} images, at least ${minimum}`)
  if (expected.urls !== undefined) differs('addresses', got.urls.join(), expected.urls.join())
  differs('task id', got.taskId, taskId)
  if (failedItems !== undefined && !(expected.failedSoft === true && got.failed.length === 0))
    differs('failed items', got.failed.length, failedItems)
  if (failedCode !== undefined && got.failed.some((code) => code !== failedCode))
    wrong.push(`items: ${got.failed.join()}`)
  if (waitSoft === true ? got.waitMs === null : false) wrong.push('no wait')
  else if (waitSoft !== true) differs('wait', got.waitMs, waitMs)
  differs('progress', got.progress, progress)
  if (words !== undefined && !got.words.toLowerCase().includes(words.toLowerCase()))
    wrong.push(`words “${got.words}”, not “${words}”`)
  return wrong
}

/** Sends or polls as a case says, and reads the answer. */
export async function readCase(one: AnswerCase, client: ServiceClient, to: Target): Promise<Told> {
  const { signal } = new AbortController()
  const prompt = one.prompt ?? 'a fern'
  if (one.mode === 'poll') return told(await client.poll(to, one.taskId ?? 'task-1', { prompt, signal }))
  const request = { model: 'm', prompt, n: 1 }
  const attemptId = one.name.replace(/\W/g, '')
  const submission = { mode: one.mode, request, idempotencyKey: null, attemptId }
  const sent = await client.send(to, submission, { signal })
  return told(await client.readSubmit(sent, { prompt, attemptId }))
}
