import type { ErrorDetail } from '@shared/errors'
import { type AnswerPath, generalPath, type TaughtPlace, type TaughtRole } from '@shared/model/taughtPlace'
import { isAddress } from './addresses'
import { documentIn } from './documents'
import { idsIn, namedTasks, readId, type TaskNames } from './identity'
import { type AnswerImage, imageAtPlace } from './images'
import { parseJson, wordsOf } from './json'
import { withoutOtherTasks } from './ownTask'
import { looksLikeHtml, looksLikePage, looksLikeText, plainText } from './pageText'
import { isSuccess, type RawAnswer, textIfKept, textOf } from './rawAnswer'
import { type ErrorWords, errorWordsOf, hasErrorRecord, isSaid, noWords, spoken } from './reasons'
import { fieldsOf, recordsOf, type SeenRecord } from './records'
import { innerStatus, type RefusalSign, refusalSign } from './refusalSign'
import { type FoundTask, readTask } from './taskReading'
import { valuesAt } from './taught'
import { unfolded } from './unfolded'
import { retryAfterMs } from './waits'

/** A parsed answer; what it means depends on the request. */
export interface ReadAnswer {
  /** The HTTP status. */
  readonly status: number
  /** The `code` inside an answer that was reported as a success but has neither task nor image; otherwise null. */
  readonly inner: number | null
  readonly task: FoundTask
  /** Whether a task id or an image came. */
  readonly hasTask: boolean
  /** The service's own words, if it answered in JSON. */
  readonly words: ErrorWords
  /** They are the parts of an error, not only a sentence. */
  readonly hasError: boolean
  /** Whether it says itself that it is a refusal, by a code that is no HTTP status. */
  readonly refusal: RefusalSign
  readonly isJson: boolean
  readonly isHtml: boolean
  /** Plain words: neither JSON, nor the beginning of it, nor a page. */
  readonly isText: boolean
  readonly isEmpty: boolean
  readonly complete: boolean
  /** Only the images that came whole are left of it. Anything else it said, even about a task, is lost. */
  readonly isCut: boolean
  /** Images that came are missing in it: the disk refused them until the app ended. */
  readonly isUnkept: boolean
  readonly detail: ErrorDetail
  readonly retryAfterMs: number | null
  /** Where a 3xx points, without query. */
  readonly location: string | null
  /** The tasks it is about. */
  readonly taskNames: TaskNames
  /** Everything in it that may be an id of a task. */
  readonly ids: ReadonlySet<string>
}

/** What was sent: where it comes back it is an echo. */
export interface SentContent {
  /** Removed from the message before it is searched for words about quota or moderation. */
  readonly prompt: string
  /** Addresses of references; default none. */
  readonly references?: readonly string[] | undefined
  /** Places in the connection's answers that the user taught; default none. */
  readonly taught?: readonly TaughtPlace[] | undefined
}

export interface ReadContext extends SentContent {
  /** How many images a direct request asked for; null for one in the background; missing if a task was asked about. */
  readonly asked?: number | null | undefined
  /** The task that was asked about; default any. */
  readonly taskId?: string | null | undefined
  /** The key the request was sent with, if known: one too short to be a secret is removed from what is shown. */
  readonly key?: string | null
}

export interface AskContext extends ReadContext {
  /** Milliseconds since the epoch. */
  readonly now: number
}

export async function readAnswer(answer: RawAnswer, context: AskContext): Promise<ReadAnswer> {
  const text = await textOf(answer)
  const read = interpret(answer, text, context)
  if (read.isJson && !read.isCut) return read
  // Whatever else is in a stream: it counts only for a task or an image.
  const document = answer.complete ? documentIn(text) : null
  const streamed = document === null ? read : interpret(answer, JSON.stringify(document), context)
  return streamed.hasTask ? streamed : read
}

function interpret(answer: RawAnswer, text: string, context: AskContext): ReadAnswer {
  const { prompt, references = [], taught = [], asked, now } = context
  const { parsed, isCut, body: given, isLifted } = bodyOf(answer, text)
  const isPoll = asked === undefined
  const body = isPoll ? ofTask(given, { ...context, isLifted, status: answer.status }) : given
  const isJson = (typeof body === 'object' && body !== null) || (typeof body === 'string' && isLifted(body))
  const isHtml = !isJson && looksLikeHtml(text, answer.headers['content-type'])
  const words = isJson ? errorWordsOf(body) : noWords
  const shown = isSaid(words) ? spoken(words) : plainText(isJson ? '' : text, isHtml)
  const records = recordsOf(body)
  const requestId = requestIdOf(answer.headers, records)
  const detail: ErrorDetail = {
    ...(answer.status >= 100 && answer.status <= 599 ? { status: answer.status } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
  const read = readTask(body, {
    status: answer.status,
    prompt,
    references,
    taught,
    asked: asked ?? null,
    isPoll,
    complete: answer.complete && !isCut,
    location:
      answer.status < 300 ? (answer.headers['operation-location'] ?? answer.headers.location ?? null) : null,
    isLifted,
    detail,
  })
  // Images alone would be a complete result, but these are only what is left of one.
  const task: FoundTask = isCut ? { ...read, phase: 'unknown' } : read
  const hasTask = task.taskId !== null || task.hasImage
  const inner = isSuccess(answer.status) && !hasTask ? innerStatus(body) : null
  return {
    status: answer.status,
    inner,
    task,
    hasTask,
    words,
    hasError: hasErrorRecord(body),
    refusal: refusalSign(body),
    isJson,
    isHtml,
    isText: parsed === undefined && !isHtml && looksLikeText(text),
    isEmpty: text.trim() === '',
    complete: answer.complete,
    isCut,
    isUnkept: answer.isUnkept ?? false,
    detail: shown === '' ? detail : { ...detail, words: shown },
    retryAfterMs: retryAfterMs(answer.headers, body, {
      now,
      isRefusal: answer.status >= 400 || inner !== null,
    }),
    location: locationOf(answer.headers.location),
    taskNames: namedTasks(records),
    ids: idsIn(records),
  }
}

/** What counts of the answer about a task. */
function ofTask(
  body: unknown,
  {
    taskId = null,
    isLifted,
    status,
  }: Pick<ReadContext, 'taskId'> & { readonly isLifted: (text: string) => boolean; readonly status: number },
): unknown {
  // The picture of an error page.
  if (typeof body === 'string' && isLifted(body) && status >= 400) return undefined
  return taskId === null ? body : withoutOtherTasks(body, taskId)
}

/** What an answer has in it, as paths lead through it. */
function bodyOf(answer: RawAnswer, text: string) {
  const parsed = parseJson(text)
  const whole = parsed === undefined ? wholeImages(answer, text) : []
  // Whatever length it said it has: a proxy may have cut it too.
  const isCut = whole.length > 0
  const isLifted = (one: string): boolean => Object.hasOwn(answer.lifted, one)
  return { parsed, isCut, body: isCut ? { data: whole } : unfolded(parsed), isLifted }
}

/** What stands in an answer at a place that the user points at. */
export type PlaceReading =
  | { readonly kind: 'images'; readonly images: readonly AnswerImage[] }
  | { readonly kind: 'taskId'; readonly id: string }
  /** As written: an address, or a path from the root. */
  | { readonly kind: 'address'; readonly address: string }
  /** Nothing is there, or the answer is no longer kept. */
  | { readonly kind: 'absent' }
  /** What is there can't be what the user says. */
  | { readonly kind: 'unfit' }

/** What is at `path` decides whether the place can be it; its images are all those at places like it. */
export async function readPlace(
  answer: RawAnswer,
  role: TaughtRole,
  path: AnswerPath,
): Promise<PlaceReading> {
  const text = await textIfKept(answer)
  if (text === null) return { kind: 'absent' }
  const { body, isLifted } = bodyOf(answer, text)
  const [here] = valuesAt(body, path)
  if (here === undefined) return { kind: 'absent' }
  if (role === 'taskId') {
    const id = readId(here.value)
    return typeof id === 'string' ? { kind: 'taskId', id } : { kind: 'unfit' }
  }
  if (role === 'askAt') {
    const address = wordsOf(here.value)
    return address !== null && isAddress(address) ? { kind: 'address', address } : { kind: 'unfit' }
  }
  if (imageAtPlace(here.value, isLifted) === null) return { kind: 'unfit' }
  const images = valuesAt(body, generalPath(path)).flatMap(({ value }) => imageAtPlace(value, isLifted) ?? [])
  return { kind: 'images', images }
}

/**
 * The images that came whole in an answer that was cut off and can't be read any more. If nothing is left of it, each may
 * be one. A page has pictures of its own, and so has markup: they stand there as attributes, not as values of JSON.
 */
function wholeImages({ lifted }: RawAnswer, text: string): readonly { readonly b64_json: string }[] {
  const marks = Object.keys(lifted)
  const isWanted = (mark: string): boolean => text === '' || isValueIn(text, mark)
  return looksLikePage(text) ? [] : marks.filter(isWanted).map((mark) => ({ b64_json: mark }))
}

/** Characters before a value that show what it is. */
const headLength = 400

/** Whether a mark stands where JSON has a value. */
function isValueIn(text: string, mark: string): boolean {
  const at = text.indexOf(mark)
  const head = text.slice(Math.max(0, at - headLength), Math.max(0, at))
  return /(^|[:,[])\s*"[^"]*$/.test(head)
}

const requestIdHeaders = /request-?id$|trace-?id$|^cf-ray$/

function requestIdOf(
  headers: Readonly<Record<string, string>>,
  records: readonly SeenRecord[],
): string | null {
  const named = [
    'x-request-id',
    'request-id',
    ...Object.keys(headers).filter((name) => requestIdHeaders.test(name)),
  ]
  for (const name of named) {
    const id = wordsOf(headers[name])
    if (id !== null) return id.slice(0, 200)
  }
  for (const { record } of records) {
    const id = wordsOf(fieldsOf(record).get('request_id')?.value)
    if (id !== null) return id.slice(0, 200)
  }
  return null
}

function locationOf(location: string | undefined): string | null {
  const bare = location?.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')
  return bare === undefined || bare === '' ? null : bare.slice(0, 200)
}
