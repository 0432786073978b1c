import { isRecord, type JsonRecord, numberOf, wordsOf } from './json'
import { codeNames, detailNames, errorCodeNames, errorNames, messageNames, statusCodeNames } from './names'
import { fieldsOf, type Path, recordsOf } from './records'
import { phaseOf } from './states'

/** What a service reports as the error. */
export interface ErrorWords {
  /** Its own codes and types, outermost first. */
  readonly codes: readonly string[]
  /** Its sentence, at most 2,000 characters; empty if there are only codes. */
  readonly message: string
  /** Where the sentence is, or else the first code; null without either. */
  readonly path: Path | null
}

export const noWords: ErrorWords = { codes: [], message: '', path: null }

const wordsLimit = 2000
const depthLimit = 5

/** The error of one record itself, in a field that only errors have; null if there is none. */
export function ownError(record: JsonRecord, path: Path = []): ErrorWords | null {
  const words = merge([
    ...readNamed(record, errorNames, 1, path),
    ...codesNamed(record, errorCodeNames, path),
  ])
  if (!isSaid(words)) return null
  // A code of its own makes the message beside it the error's.
  return words.message === '' ? merge([words, ...readNamed(record, messageNames, 1, path)]) : words
}

/** Whether a record is that of an error though nothing calls it one. */
export const isErrorRecord = (record: JsonRecord): boolean => {
  const fields = fieldsOf(record)
  return fields.has('code') && fields.has('message')
}

/** Everything an answer says about its error, for an answer already known not to be a success. */
export function errorWordsOf(body: unknown): ErrorWords {
  const records = recordsOf(body)
  if (records.length === 0) return read(body, 0, [])
  return merge(records.map(({ record, path }) => read(record, 0, path)))
}

/** Whether an answer holds an error of its own with parts, not only a sentence. */
export function hasErrorRecord(body: unknown): boolean {
  return recordsOf(body).some(({ record, listed }) => {
    const found = fieldsOf(record).get('error')?.value
    const error: unknown = Array.isArray(found) ? found[0] : found
    return !listed && isRecord(error) && isSaid(read(error, 0, []))
  })
}

export function isSaid({ codes, message }: Pick<ErrorWords, 'codes' | 'message'>): boolean {
  return codes.length > 0 || message !== ''
}

/** The words to show for an error. */
export function spoken({ codes, message }: ErrorWords): string {
  return message === '' ? codes.join(', ').slice(0, wordsLimit) : message
}

/** The values of a record that stand for success or refusal, as `code` and its like hold one. */
const codesOf = (record: JsonRecord): readonly unknown[] =>
  [record, fieldsOf(record).get('error')?.value].filter(isRecord).flatMap((holder) => {
    const fields = fieldsOf(holder)
    return statusCodeNames.map((name) => fields.get(name)?.value)
  })

/** The same of an answer, outermost first. */
function* codesIn(body: unknown): Generator<unknown> {
  for (const { record, listed } of recordsOf(body)) if (!listed) yield* codesOf(record)
}

/**
 * The HTTP-like status inside an answer that was reported as a success: a `code` of 400 to 599, outermost first; null
 * if there is none. One below a code of success is of something else.
 */
export function innerStatus(body: unknown): number | null {
  for (const { record, listed } of recordsOf(body)) {
    if (listed) continue
    const values = codesOf(record)
    for (const value of values) {
      const code = numberOf(value)
      if (code !== null && Number.isInteger(code) && code >= 400 && code <= 599) return code
    }
    if (values.some(isOfSuccess)) return null
  }
  return null
}

const successNumbers = new Set([0, 1, 21, 22, 200, 201, 202, 10_000])
const successWords = new Set([
  'success',
  'succeed',
  'succeeded',
  'ok',
  'okay',
  'accepted',
  'true',
  'created',
  '成功',
])
/** Words that say nothing else. */
const emptyWords = new Set([
  ...successWords,
  ...[
    'successful',
    'successfully',
    'done',
    'none',
    'null',
    'n/a',
    'false',
    '-',
    '0',
    'no error',
    'no errors',
    'no_error',
    'no_errors',
    'noerror',
    'request success',
    'request successful',
    '无',
    '处理成功',
    '提交成功',
    '操作成功',
    '请求成功',
  ],
])

const isEmptyWord = (text: string): boolean =>
  text.length <= 20 && emptyWords.has(text.toLowerCase().replace(/[.!。！\s]+$/, ''))

/** Whether an answer itself says that it is one of success, by a code. */
export function saysSuccess(body: unknown): boolean {
  for (const value of codesIn(body)) if (isOfSuccess(value)) return true
  return isRecord(body) && body.success === true
}

function isOfSuccess(value: unknown): boolean {
  const number = numberOf(value)
  if (number !== null) return successNumbers.has(number)
  return typeof value === 'string' && successWords.has(value.trim().toLowerCase())
}

/**
 * Whether an answer of HTTP success says itself that it is a refusal. `sure`: by what no success has ("success: false", a
 * negative number, an error's own code, a code in words of refusal), or by a number that isn't known and nothing else in
 * it. `likely`: by such a number alone. It may be that of a success at this service.
 */
export type RefusalSign = 'none' | 'likely' | 'sure'

export function refusalSign(body: unknown): RefusalSign {
  if (isRecord(body) && body.success === false) return 'sure'
  if (saysSuccess(body)) return 'none'
  const numbers: number[] = []
  for (const { record, listed } of recordsOf(body)) {
    if (listed) continue
    const fields = fieldsOf(record)
    for (const name of errorCodeNames) {
      const value = fields.get(name)?.value
      if ((numberOf(value) ?? 0) !== 0 && codeOf(value, []).length > 0) return 'sure'
    }
  }
  for (const value of codesIn(body)) {
    const number = numberOf(value)
    if (number !== null && number < 0) return 'sure'
    if (number !== null && number % 1 === 0 && !(number >= 200 && number < 300)) numbers.push(number)
    if (typeof value === 'string' && isNamedRefusal(value.trim())) return 'sure'
  }
  return numbers.length === 0 ? 'none' : isBare(body) ? 'sure' : 'likely'
}

const idle = ['request_id', 'trace_id', 'log_id', 'sid', 'success', 'time', 'timestamp', 'time_elapsed']
const bareNames = new Set([...codeNames, ...statusCodeNames, ...errorNames, ...messageNames, ...idle])

/** Whether an answer has nothing but codes and words. */
function isBare(body: unknown): boolean {
  const records = recordsOf(body)
  const inside = new Set<unknown>(records.map(({ record }) => record))
  return records.every(({ record }) =>
    [...fieldsOf(record)].every(([name, { value }]) => {
      if (bareNames.has(name) || inside.has(value)) return true
      return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
    }),
  )
}

const refusalWord =
  /invalid|denied|error|fail|forbidden|unauthor|not[_ -]|missing|exceed|insufficient|limit|refus|reject|block|illegal|disabled|expired|unsupported|bad[_ -]|unavailable|arrear|exhaust/i

/** A code in words: no sentence, and not that of a state. */
const isNamedRefusal = (code: string): boolean =>
  code.length <= 100 &&
  refusalWord.test(code) &&
  !/^(no|non)[_ -]?error/i.test(code) &&
  phaseOf(code) !== 'queued' &&
  phaseOf(code) !== 'running'

function read(value: unknown, depth: number, path: Path): ErrorWords {
  if (depth > depthLimit) return noWords
  const text = wordsOf(value)
  if (text !== null)
    return isEmptyWord(text) ? noWords : { codes: [], message: text.slice(0, wordsLimit), path }
  if (Array.isArray(value))
    return merge(value.slice(0, 20).map((element, at) => read(element, depth + 1, [...path, at])))
  if (!isRecord(value)) return noWords
  const words = merge([
    ...codesNamed(value, codeNames, path),
    ...readNamed(value, errorNames, depth + 1, path),
    ...readNamed(value, messageNames, depth + 1, path),
  ])
  if (!isSaid(words)) return ofFields(value, path)
  const { message } = merge(readNamed(value, detailNames, depth + 1, path))
  if (message === '' || words.message.includes(message)) return words
  return { ...words, message: `${words.message}: ${message}`.replace(/^: /, '').slice(0, wordsLimit) }
}

/** What is wrong with each field, by its name: `{ size: ["must be square"] }`. */
function ofFields(record: JsonRecord, path: Path): ErrorWords {
  if (!/^errors?$/i.test(String(path.at(-1)))) return noWords
  for (const [name, value] of Object.entries(record).slice(0, 20)) {
    const word: unknown = Array.isArray(value) ? value[0] : null
    if (wordsOf(word) !== null) return read(word, depthLimit, [...path, name, 0])
  }
  return noWords
}

function readNamed(
  record: JsonRecord,
  names: readonly string[],
  depth: number,
  path: Path,
): readonly ErrorWords[] {
  const fields = fieldsOf(record)
  return names.flatMap((name) => {
    const field = fields.get(name)
    return field === undefined ? [] : read(field.value, depth, [...path, field.name])
  })
}

/** All codes, and the first sentence. */
function merge(parts: readonly ErrorWords[]): ErrorWords {
  const first = parts.find(({ message }) => message !== '')
  return {
    codes: parts.flatMap((part) => part.codes).slice(0, 20),
    message: first?.message ?? '',
    path: (first ?? parts.find(({ codes }) => codes.length > 0))?.path ?? null,
  }
}

function codesNamed(record: JsonRecord, names: readonly string[], path: Path): readonly ErrorWords[] {
  const fields = fieldsOf(record)
  return names.flatMap((name) => {
    const field = fields.get(name)
    return field === undefined ? [] : codeOf(field.value, [...path, field.name])
  })
}

function codeOf(value: unknown, path: Path): readonly ErrorWords[] {
  const number = numberOf(value)
  const word = typeof value === 'number' ? String(value) : wordsOf(value)
  if (number !== null && successNumbers.has(number)) return []
  return word === null || isEmptyWord(word) ? [] : [{ codes: [word.slice(0, 200)], message: '', path }]
}
