import { isRecord, type JsonRecord } from './json'
import { phaseOf, statusWord } from './statusWords'

/** Fields a task or its images may be wrapped in. */
export const envelopeFields = ['data', 'output', 'result', 'results', 'task', 'response'] as const

/** No service's answer is deeper or larger than this. */
const depthLimit = 8
const layerLimit = 1000
/** Characters; a longer id couldn't be used in a URL. */
const idLimit = 1000

/** A record of the answer that may describe the task. */
export interface Layer {
  readonly record: JsonRecord
  /** One of several in a list: more likely an image's own record than the task's. */
  readonly listed: boolean
}

/** The records an answer is wrapped in, outermost first. */
export function layersOf(body: unknown): readonly Layer[] {
  const layers: Layer[] = []
  let level: readonly unknown[] = [body]
  for (let depth = 0; depth < depthLimit && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      const listed = Array.isArray(value) && value.length > 1
      for (const record of (Array.isArray(value) ? value : [value]).filter(isRecord)) {
        if (layers.length === layerLimit) return layers
        layers.push({ record, listed })
        for (const field of envelopeFields) next.push(record[field])
      }
    }
    level = next
  }
  return layers
}

export type TaskIdentity =
  | { readonly kind: 'none' }
  /** There is a `task_id`, but not one that can be polled: empty, a path step, or endless. */
  | { readonly kind: 'unusable' }
  /** `at`: the layer in which the id was found; `named`: it was called a task's. */
  | { readonly kind: 'found'; readonly id: string; readonly at: number; readonly named: boolean }

/** Decides whether a weaker id is the task's. */
export interface IdentityContext {
  /** The answer is, or reports, an error: an `id` without a status word beside it is then a request's. */
  readonly failing: boolean
  readonly hasImage: boolean
}

/** Finds the task's id: `task_id` through all layers first, then `id`, then `request_id`. */
export function findTask(layers: readonly Layer[], { failing, hasImage }: IdentityContext): TaskIdentity {
  const strong = firstId(layers, ({ record }) => record.task_id ?? record.taskId)
  if (strong.kind === 'found') return { ...strong, named: true }
  if (strong.kind !== 'none') return strong
  const withStatus = firstId(layers, ({ record, listed }) =>
    listed || statusWord(record) === null ? null : record.id,
  )
  if (withStatus.kind !== 'none') return withStatus
  const bare = failing ? none : firstId(layers, ({ record, listed }) => (listed ? null : record.id))
  if (bare.kind !== 'none' || hasImage) return bare
  return firstId(layers, ({ record, listed }) =>
    !listed && awaits(statusWord(record)) ? record.request_id : null,
  )
}

/** Every task id that an answer names, to distinguish another task's answer from the requested one. */
export function namedTasks(layers: readonly Layer[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { record, listed } of layers) {
    const weak = !listed && statusWord(record) !== null ? record.id : null
    const id = readId(record.task_id ?? record.taskId ?? weak)
    if (typeof id === 'string') names.add(id)
  }
  return names
}

/** Every id that an answer has in a place where a task's may be. */
export function idsIn(layers: readonly Layer[]): ReadonlySet<string> {
  const fields = ['task_id', 'taskId', 'id', 'request_id', 'requestId'] as const
  const ids = layers.flatMap(({ record }) => fields.map((field) => readId(record[field])))
  return new Set(ids.filter((id) => typeof id === 'string'))
}

const none: TaskIdentity = { kind: 'none' }

function firstId(layers: readonly Layer[], pick: (layer: Layer) => unknown): TaskIdentity {
  for (const [at, layer] of layers.entries()) {
    const id = readId(pick(layer))
    if (id === undefined) return { kind: 'unusable' }
    if (id !== null) return { kind: 'found', id, at, named: false }
  }
  return none
}

/** The id verbatim; null if there is none, `undefined` if it can't be used in a poll. */
function readId(value: unknown): string | null | undefined {
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
