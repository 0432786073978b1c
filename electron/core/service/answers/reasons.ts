import { isRecord, type JsonRecord, numberOf, wordsOf } from './json'
import { codeNames, detailNames, errorCodeNames, errorNames, messageNames } from './names'
import { fieldsOf, type Path, recordsOf } from './records'

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

/** Whether a code is one of success, in numbers or words. */
export function isOfSuccess(value: unknown): boolean {
  const number = numberOf(value)
  if (number !== null) return successNumbers.has(number)
  return typeof value === 'string' && successWords.has(value.trim().toLowerCase())
}

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

/** The code that a value is; none for one of success. */
export function codeOf(value: unknown, path: Path): readonly ErrorWords[] {
  const number = numberOf(value)
  const word = typeof value === 'number' ? String(value) : wordsOf(value)
  if (number !== null && successNumbers.has(number)) return []
  return word === null || isEmptyWord(word) ? [] : [{ codes: [word.slice(0, 200)], message: '', path }]
}
