import type { ErrorDetail } from '@shared/errors'
import { readFile } from '../drive'
import { idsIn, layersOf, namedTasks } from './envelope'
import { type ErrorWords, errorWordsOf, hasErrorRecord, innerStatus, isSaid, spoken } from './errorWords'
import type { RawAnswer } from './exchange'
import { parseJson, wordsOf } from './json'
import { retryAfterMs } from './retryAfter'
import { type FoundTask, readTask } from './taskReading'

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
  readonly taskNames: ReadonlySet<string>
  /** Everything in it that may be an id of a task. */
  readonly ids: ReadonlySet<string>
}

export interface AskContext {
  readonly prompt: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export async function readAnswer(answer: RawAnswer, context: AskContext): Promise<ReadAnswer> {
  const { body } = answer
  return interpret(answer, body.kind === 'text' ? body.text : await readFile(body.path, 'utf8'), context)
}

function interpret(answer: RawAnswer, text: string, { prompt, now }: AskContext): ReadAnswer {
  const parsed = parseJson(text)
  // Whatever length it said it has: a proxy may have cut it too.
  const isCut = parsed === undefined && Object.keys(answer.lifted).length > 0
  const body = isCut ? wholeImages(answer) : parsed
  const isJson = typeof body === 'object' && body !== null
  const isHtml = !isJson && looksLikeHtml(text, answer.headers['content-type'])
  const words = isJson ? errorWordsOf(body) : { codes: [], message: '' }
  const shown = isSaid(words) ? spoken(words) : plainText(isJson ? '' : text, isHtml)
  const requestId = requestIdOf(answer.headers, body)
  const detail: ErrorDetail = {
    ...(answer.status >= 100 && answer.status <= 599 ? { status: answer.status } : {}),
    ...(requestId === null ? {} : { requestId }),
  }
  const layers = layersOf(body)
  const read = readTask(body, { status: answer.status, prompt, detail })
  // Images alone would be a complete result, but these are only what is left of one.
  const task: FoundTask = isCut ? { ...read, phase: 'unknown' } : read
  const hasTask = task.taskId !== null || task.hasImage
  return {
    status: answer.status,
    inner: isSuccess(answer.status) && !hasTask ? innerStatus(body) : null,
    task,
    hasTask,
    words,
    hasError: hasErrorRecord(body),
    isJson,
    isHtml,
    isText: parsed === undefined && !isHtml && looksLikeText(text),
    isEmpty: text.trim() === '',
    complete: answer.complete,
    isCut,
    isUnkept: answer.isUnkept ?? false,
    detail: shown === '' ? detail : { ...detail, words: shown },
    retryAfterMs: retryAfterMs(answer.headers, body, now),
    location: locationOf(answer.headers.location),
    taskNames: namedTasks(layers),
    ids: idsIn(layers),
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The images that came whole in an answer that was cut off and can't be read any more. */
function wholeImages({ lifted }: RawAnswer): unknown {
  return { data: Object.keys(lifted).map((mark) => ({ b64_json: mark })) }
}

/** Many servers label every text as HTML: without a single tag it isn't a page, whatever its type says. */
function looksLikeHtml(text: string, contentType: string | undefined): boolean {
  const head = text.slice(0, 20_000)
  return (
    /^\s*<(!doctype html|html|head|body)\b/i.test(head) ||
    (/\bhtml\b/i.test(contentType ?? '') && /<[a-z!/][^<>]*>/i.test(head))
  )
}

function looksLikeText(text: string): boolean {
  const head = text.slice(0, 20_000).trim()
  return head !== '' && !/^[{[]/.test(head) && !/[\p{Cc}\ufffd]/u.test(head.replace(/[\t\n\r]/g, ''))
}

/** The readable part of a page or a text, at most 2,000 characters. */
function plainText(text: string, isHtml: boolean): string {
  const head = text.slice(0, 20_000)
  const readable = isHtml ? withoutCode(head).replace(/<[^>]*>?/g, ' ') : head
  return readable.replace(/\s+/g, ' ').trim().slice(0, 2000)
}

/** Without scripts and styles. What has no end is text, and its end is looked for once. */
function withoutCode(page: string): string {
  const opening = /<(script|style)\b/gi
  const closing = { script: /<\/script>/gi, style: /<\/style>/gi }
  const endless = new Set<keyof typeof closing>()
  let kept = ''
  let from = 0
  for (let begin = opening.exec(page); begin !== null; begin = opening.exec(page)) {
    const name = begin[1]?.toLowerCase() === 'script' ? 'script' : 'style'
    closing[name].lastIndex = opening.lastIndex
    if (endless.has(name)) continue
    if (closing[name].test(page)) {
      kept += `${page.slice(from, begin.index)} `
      from = closing[name].lastIndex
      opening.lastIndex = from
    } else endless.add(name)
  }
  return kept + page.slice(from)
}

const requestIdHeaders = /request-?id$|trace-?id$|^cf-ray$/

function requestIdOf(headers: Readonly<Record<string, string>>, body: unknown): string | null {
  const named = [
    'x-request-id',
    'request-id',
    ...Object.keys(headers).filter((name) => requestIdHeaders.test(name)),
  ]
  for (const name of named) {
    const id = wordsOf(headers[name])
    if (id !== null) return id.slice(0, 200)
  }
  for (const { record } of layersOf(body)) {
    const id = wordsOf(record.request_id ?? record.requestId)
    if (id !== null) return id.slice(0, 200)
  }
  return null
}

function locationOf(location: string | undefined): string | null {
  const bare = location?.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')
  return bare === undefined || bare === '' ? null : bare.slice(0, 200)
}
