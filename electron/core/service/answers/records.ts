import { isRecord, type JsonRecord } from './json'
import { isEnvelope, isForeign, plainName } from './names'

/** No service's answer is deeper or larger than this. */
const depthLimit = 8
const recordLimit = 1000
const fieldLimit = 1000

/** Names and indexes from the root of an answer to a value in it. */
export type Path = readonly (string | number)[]

/** A record of an answer that may describe the task. */
export interface SeenRecord {
  readonly record: JsonRecord
  readonly path: Path
  /** One of several in a list: more likely an image's own record than the task's. */
  readonly listed: boolean
}

export interface Field {
  readonly name: string
  readonly value: unknown
}

const fieldsSeen = new WeakMap<JsonRecord, ReadonlyMap<string, Field>>()

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The fields of a record by their plain names; of several spellings of one the plain one (`id` beside `_id`), else the
 * first that isn't empty.
 */
export function fieldsOf(record: JsonRecord): ReadonlyMap<string, Field> {
  const seen = fieldsSeen.get(record)
  if (seen !== undefined) return seen
  const fields = new Map<string, Field>()
  for (const [name, value] of Object.entries(record).slice(0, fieldLimit)) {
    const plain = plainName(name)
    const held = fields.get(plain)
    const isSurer = name === plain && held?.name !== plain && !isEmpty(value)
    if (isSurer || isEmpty(held?.value)) fields.set(plain, { name, value })
  }
  fieldsSeen.set(record, fields)
  return fields
}

/** Of several the one that tells most comes first, whatever its place in the text. */
const firstNames = ['data', 'output', 'result', 'results', 'task', 'response']

const rankOf = (name: string): number => {
  const rank = firstNames.indexOf(name)
  return rank < 0 ? firstNames.length : rank
}

const hasStatus = (value: unknown): boolean => isRecord(value) && fieldsOf(value).has('status')

/** Names of a record's members that may hold the task or its images, the likeliest first. */
export function envelopesIn(record: JsonRecord, isRoot: boolean): readonly string[] {
  const names = Object.keys(record).slice(0, fieldLimit)
  // Whatever they are called, nothing else is there.
  const isOnly = isRoot && (names.length === 1 || names.every((name) => hasStatus(record[name])))
  return names
    .filter(
      (name) =>
        isEnvelope(name) ||
        plainName(name) === 'prompt_feedback' ||
        (isOnly && !isForeign(name) && !/^(error|detail)$/.test(plainName(name))),
    )
    .sort((one, other) => rankOf(one) - rankOf(other))
}

const recordsSeen = new WeakMap<object, readonly SeenRecord[]>()

/** The records an answer is wrapped in, outermost first. */
export function recordsOf(body: unknown): readonly SeenRecord[] {
  if (typeof body !== 'object' || body === null) return []
  const records = recordsSeen.get(body) ?? walk(body)
  recordsSeen.set(body, records)
  return records
}

function walk(body: object): readonly SeenRecord[] {
  const seen: SeenRecord[] = []
  let level: readonly { readonly value: unknown; readonly path: Path }[] = [{ value: body, path: [] }]
  for (let depth = 0; depth < depthLimit && level.length > 0; depth++) {
    const next: { value: unknown; path: Path }[] = []
    for (const { value, path } of level) {
      const listed = Array.isArray(value) && value.length > 1
      const found = Array.isArray(value) ? value.slice(0, recordLimit) : [value]
      for (const [at, record] of found.entries()) {
        if (!isRecord(record)) continue
        if (seen.length === recordLimit) return seen
        const own = Array.isArray(value) ? [...path, at] : path
        seen.push({ record, path: own, listed })
        for (const name of envelopesIn(record, path.length === 0))
          next.push({ value: record[name], path: [...own, name] })
      }
    }
    level = next
  }
  return seen
}

/** What is found in the first record that has it; an image's own record among several shows nothing about the task. */
export function firstFound<T>(
  records: readonly SeenRecord[],
  find: (seen: SeenRecord) => T | null,
): T | null {
  for (const [at, seen] of records.entries()) {
    if (seen.listed && at > 0) continue
    const value = find(seen)
    if (value !== null) return value
  }
  return null
}
