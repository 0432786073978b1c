import { beginsAsImage } from './imageBytes'
import type { JsonRecord } from './json'
import { isOfWholeRank, isOwnId, isTaskName, mayBeId, taskIdRank } from './names'
import { fieldsOf, type Path, type SeenRecord } from './records'
import { phaseOf, statusWord } from './states'

/** Characters; a longer id couldn't be used in a URL. */
const idLimit = 1000

export type TaskIdentity =
  | { readonly kind: 'none' }
  /** There is a `task_id`, but not one that can be polled: empty, a path step, or endless. */
  | { readonly kind: 'unusable' }
  | FoundIdentity

export interface FoundIdentity {
  readonly kind: 'found'
  readonly id: string
  readonly path: Path
  /** The record in which the id was found, among those seen. */
  readonly at: number
  /** It was called a task's. */
  readonly named: boolean
  /** Nothing but its form says that it is one: if nobody knows it, there was none. */
  readonly provisional: boolean
}

/** Decides whether a weaker id is the task's. */
export interface IdentityContext {
  /** The answer is, or reports, an error: an `id` without a status word beside it is then a request's. */
  readonly failing: boolean
  /** Its HTTP status says so: an `id` beside a failed status is then a request's, too. */
  readonly refused: boolean
  /** It says of itself that it is a success. */
  readonly succeeding: boolean
  readonly hasImage: boolean
  /** An address to ask at is beside it. */
  readonly hasAddress: boolean
  /** What we sent: an echo is no id. */
  readonly isSent: (text: string) => boolean
}

interface Given {
  readonly value: unknown
  readonly path: Path
}

/** Finds the task's id by its name and by what is beside it, the surest first. */
export function findTask(records: readonly SeenRecord[], context: IdentityContext): TaskIdentity {
  const { failing, refused, hasImage } = context
  const strong = firstId(records, ({ record, path }) => namedId(record, path), true)
  if (strong.kind !== 'none') return strong
  const withStatus = firstId(records, (seen) => (isStated(seen.record, refused) ? bareId(seen) : null))
  if (withStatus.kind !== 'none') return withStatus
  const bare = failing ? none : firstId(records, bareId)
  if (bare.kind !== 'none' || hasImage) return bare
  const worded = failing ? none : firstId(records, wordedId)
  if (worded.kind === 'found') return { ...worded, provisional: true }
  const request = firstId(records, (seen) => requestId(seen, context))
  if (request.kind !== 'none') return request
  const only = firstId(records, onlyId)
  return only.kind === 'found' ? { ...only, provisional: true } : loneId(records, context)
}

/** Whether a record has an id of its own. */
export const hasOwnId = (record: JsonRecord): boolean =>
  namedId(record, []) !== null || fieldsOf(record).has('id')

/**
 * The id that a record calls a task's, by the surest of its names. Of a run or a workflow there may be one beside the task's
 * own.
 */
function namedId(record: JsonRecord, path: Path): Given | null {
  const hasOwn = fieldsOf(record).has('id') && statusWord(record) !== null
  let best: (Given & { readonly rank: number }) | null = null
  for (const { name, value } of fieldsOf(record).values()) {
    const rank = value === null ? null : (taskIdRank(name) ?? (isOperation(name, value) ? 100 : null))
    if (rank === null || (hasOwn && isOfWholeRank(rank))) continue
    if (best === null || rank < best.rank) best = { value, path: [...path, name], rank }
  }
  return best
}

/** `operations/123` is the name of an operation, which is its id. */
const isOperation = (name: string, value: unknown): boolean =>
  name === 'name' && typeof value === 'string' && /(^|\/)operations\/[\w.-]{1,200}$/.test(value)

/** An id where a task is, which may also be the name of what is to be done. */
function wordedId({ record, path }: SeenRecord): Given | null {
  for (const { name, value } of fieldsOf(record).values())
    if (typeof value === 'string' && isTaskName(name) && isIdLike(value))
      return { value, path: [...path, name] }
  return null
}

/** Whether a record has the status of a task; a failed one of a refused request is its own. */
function isStated(record: JsonRecord, refused: boolean): boolean {
  const word = statusWord(record)
  return word !== null && !(refused && phaseOf(word) === 'failed')
}

const fieldAt = ({ record, path }: SeenRecord, name: string): Given | null => {
  const field = fieldsOf(record).get(name)
  return field === undefined ? null : { value: field.value, path: [...path, field.name] }
}

/** What a model answered in words has an id of its own, and is whole. */
const bareId = (seen: SeenRecord): Given | null =>
  fieldsOf(seen.record).has('choice') ? null : fieldAt(seen, 'id')

/** A request's id is the task's where the task waits, or where nothing else is said. */
function requestId(seen: SeenRecord, { failing, hasAddress }: IdentityContext): Given | null {
  if (awaits(statusWord(seen.record))) return fieldAt(seen, 'request_id')
  const isAlone = seen.path.length === 0 && Object.keys(seen.record).length === 1
  return !failing && (hasAddress || isAlone) ? fieldAt(seen, 'request_id') : null
}

/** Whatever it is called, it is the only id beside a status that waits. */
function onlyId({ record, path }: SeenRecord): Given | null {
  if (!awaits(statusWord(record))) return null
  const ids = [...fieldsOf(record).values()].filter(({ name, value }) => isOwnId(name) && value !== null)
  const [only] = ids
  return only === undefined || ids.length > 1 ? null : { value: only.value, path: [...path, only.name] }
}

/** A string in the place of the result, where the answer says that it is a success and nothing more. */
function loneId(
  records: readonly SeenRecord[],
  { failing, succeeding, isSent }: IdentityContext,
): TaskIdentity {
  if (failing || !succeeding) return none
  const found = firstId(records, (seen) => {
    for (const { name, value } of fieldsOf(seen.record).values())
      if (mayBeId(name) && typeof value === 'string' && isIdLike(value) && !isSent(value))
        return { value, path: [...seen.path, name] }
    return null
  })
  return found.kind === 'found' ? { ...found, provisional: true } : none
}

/** The task of which an answer says only where it is asked for: the last step of the address is its id. */
export function taskAtAddress(address: string | null): TaskIdentity {
  const path = (address ?? '').replace(/[?#].*$/s, '').split('/')
  const id = readId(path.length < 2 ? null : path.at(-1))
  return typeof id !== 'string'
    ? none
    : { kind: 'found', id, path: [], at: 0, named: true, provisional: true }
}

/** Neither words nor an address nor bytes: eight characters or more, at least one of them a digit. */
function isIdLike(text: string): boolean {
  if (!/^[\w.:-]{8,200}$/.test(text) || !/\d/.test(text) || text.includes('://')) return false
  if (phaseOf(text) !== 'unknown' || /error|fail|invalid|denied|insufficient/i.test(text)) return false
  return !beginsAsImage(text)
}

/** `sure`: ids that are called a task's. `likely`: an `id` beside a status, which may be the record's own. */
export interface TaskNames {
  readonly sure: ReadonlySet<string>
  readonly likely: ReadonlySet<string>
}

/** Every task id that an answer names, to distinguish another task's answer from the requested one. */
export function namedTasks(records: readonly SeenRecord[]): TaskNames {
  const sure = new Set<string>()
  const likely = new Set<string>()
  for (const seen of records) {
    const named = namedId(seen.record, seen.path)
    const other = !seen.listed && statusWord(seen.record) !== null ? bareId(seen) : null
    const id = readId((named ?? other)?.value)
    if (typeof id === 'string') (named === null ? likely : sure).add(id)
  }
  return { sure, likely }
}

/** Every id that an answer has in a place where a task's may be. */
export function idsIn(records: readonly SeenRecord[]): ReadonlySet<string> {
  const ids = records.flatMap((seen) =>
    [...fieldsOf(seen.record).values()]
      .filter(
        ({ name, value }) =>
          taskIdRank(name) !== null ||
          isOwnId(name) ||
          /^request_?id$/i.test(name) ||
          isOperation(name, value) ||
          (isTaskName(name) && typeof value === 'string' && isIdLike(value)),
      )
      .map(({ value }) => readId(value)),
  )
  return new Set(ids.filter((id) => typeof id === 'string'))
}

const none: TaskIdentity = { kind: 'none' }

/** `named`: it is called a task's. Any other id that one of several in a list has is an image's own. */
function firstId(
  records: readonly SeenRecord[],
  pick: (seen: SeenRecord) => Given | null,
  named = false,
): TaskIdentity {
  for (const [at, seen] of records.entries()) {
    if (seen.listed && !named) continue
    const given = pick(seen)
    const id = readId(given?.value)
    if (id === undefined) return { kind: 'unusable' }
    if (id !== null && given !== null)
      return { kind: 'found', id, path: given.path, at, named, provisional: false }
  }
  return none
}

/** The id verbatim; null if there is none, `undefined` if it can't be used in a poll. */
export function readId(value: unknown): string | null | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || value === '') return null
  if (value.length > idLimit || value.trim() === '' || /^\.{1,2}$/.test(value)) return undefined
  return isEncodable(value) ? value : undefined
}

function isEncodable(id: string): boolean {
  try {
    return encodeURIComponent(id) !== ''
  } catch {
    return false
  }
}

function awaits(word: string | null): boolean {
  const phase = word === null ? null : phaseOf(word)
  return phase === 'queued' || phase === 'running'
}
