import { layersOf } from './envelope'
import { isRecord, type JsonRecord, numberOf, wordsOf } from './json'

/** What a service reports as the error. */
export interface ErrorWords {
  /** Its own codes and types, outermost first. */
  readonly codes: readonly string[]
  /** Its sentence, at most 2,000 characters; empty if there are only codes. */
  readonly message: string
}

const wordsLimit = 2000
const depthLimit = 4

/** Hold an error whenever they aren't empty. */
const errorFields = ['error', 'errors', 'fail_reason', 'failReason', 'error_message', 'errorMessage'] as const
/** Hold an error only together with something else that indicates one: "success" is a message too. */
const messageFields = ['message', 'msg', 'detail', 'description', 'title'] as const
const codeFields = ['code', 'type', 'error_code', 'errorCode', 'reason', 'status'] as const

/** The error of one record itself: its `error` or `fail_reason`; null if there is none. */
export function ownError(record: JsonRecord): ErrorWords | null {
  const words = merge(errorFields.map((field) => read(record[field], 1)))
  return isSaid(words) ? words : null
}

/** Everything an answer says about its error, for an answer already known not to be a success. */
export function errorWordsOf(body: unknown): ErrorWords {
  const layers = layersOf(body)
  if (layers.length === 0) return read(body, 0)
  return merge(layers.map(({ record }) => read(record, 0)))
}

/** Whether an answer holds an error of its own with parts, not only a sentence. */
export function hasErrorRecord(body: unknown): boolean {
  return layersOf(body).some(({ record, listed }) => {
    const error = Array.isArray(record.errors) ? record.errors[0] : record.error
    return !listed && isRecord(error) && isSaid(read(error, 0))
  })
}

export function isSaid({ codes, message }: ErrorWords): boolean {
  return codes.length > 0 || message !== ''
}

/** The words to show for an error. */
export function spoken({ codes, message }: ErrorWords): string {
  return message === '' ? codes.join(', ').slice(0, wordsLimit) : message
}

/**
 * The HTTP-like status inside an answer that was reported as a success: a `code` of 400 to 599, outermost first; null
 * if there is none.
 */
export function innerStatus(body: unknown): number | null {
  for (const { record, listed } of layersOf(body)) {
    if (listed) continue
    for (const holder of [record, record.error].filter(isRecord)) {
      for (const value of [holder.code, holder.status_code, holder.statusCode, holder.status]) {
        const code = numberOf(value)
        if (code !== null && Number.isInteger(code) && code >= 400 && code <= 599) return code
      }
    }
  }
  return null
}

const nothing: ErrorWords = { codes: [], message: '' }

function read(value: unknown, depth: number): ErrorWords {
  if (depth > depthLimit) return nothing
  const text = wordsOf(value)
  if (text !== null) return { codes: [], message: text.slice(0, wordsLimit) }
  if (Array.isArray(value)) return merge(value.slice(0, 20).map((element) => read(element, depth + 1)))
  if (!isRecord(value)) return nothing
  const codes = codeFields.flatMap((field) => codeOf(value[field]))
  const worded = [...errorFields, ...messageFields].map((field) => read(value[field], depth + 1))
  return merge([{ codes, message: '' }, ...worded])
}

/** All codes, and the first sentence. */
function merge(parts: readonly ErrorWords[]): ErrorWords {
  return {
    codes: parts.flatMap((part) => part.codes).slice(0, 20),
    message: parts.find((part) => part.message !== '')?.message ?? '',
  }
}

function codeOf(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)]
  const word = wordsOf(value)
  return word === null ? [] : [word.slice(0, 200)]
}
