import { createHash } from 'node:crypto'
import { type AppError, appError, type ErrorDetail } from '@shared/errors'
import { imageHash } from './answerLift'
import { findTask, type Layer, layersOf } from './envelope'
import { type ErrorWords, errorWordsOf, innerStatus, isSaid, ownError, spoken } from './errorWords'
import { countImages, type FoundImage, type FoundItem, findItems } from './imageSources'
import { type JsonRecord, numberOf, wordsOf } from './json'
import type { ImageSource, ItemReading, TaskPhase, TaskReading } from './reading'
import { saysModeration, saysNoCredit } from './refusalWords'
import type { Spool } from './spool'
import { phaseOf, saysModerated, statusWord } from './statusWords'

/** A reading whose images are still in the answer. */
export interface FoundTask extends Omit<TaskReading, 'items'> {
  readonly items: readonly FoundItemReading[]
  readonly hasImage: boolean
  /** It names a task, but by an id that can't be polled. */
  readonly unusableId: boolean
  /** The record with its status also has what only a task's has; an error's has not. */
  readonly hasRecord: boolean
}

interface FoundItemReading extends Omit<ItemReading, 'source'> {
  readonly image: FoundImage | null
}

interface ReadingContext {
  /** HTTP status of the answer. */
  readonly status: number
  readonly prompt: string
  /** Status and request id, for the errors found. */
  readonly detail: ErrorDetail
}

/**
 * What an answer says about a task or a finished request. If it is about neither, `taskId` is null and `hasImage`
 * false.
 */
export function readTask(body: unknown, context: ReadingContext): FoundTask {
  const layers = layersOf(body)
  const found = findItems(body)
  const imageCount = countImages(found)
  const failing = context.status >= 400 || innerStatus(body) !== null || layers.some(hasError)
  const identity = findTask(layers, { failing, hasImage: imageCount > 0 })
  const taskId = identity.kind === 'found' ? identity.id : null
  // The envelope's own "success" isn't the task's: only what is at the level of its id or deeper counts.
  const told = identity.kind === 'found' ? layers.slice(identity.at) : layers
  const word = first(told, statusWord)
  const status = word === null ? 'unknown' : phaseOf(word)
  const ids = entryIds(found, taskId)
  const items = found.map((item, index) =>
    readItem(item, { index, entry: ids[index] ?? null }, status, context),
  )
  const progress = first(told, (record) => percentOf(record.progress))
  const isResult = identity.kind !== 'found' || (word === null && !identity.named)
  const phase = taskPhase({ word, status, items, imageCount, taskId, isResult, progress })
  const ended = status === 'failed' || status === 'cancelled'
  const words = first(told, ownError) ?? (ended ? errorWordsOf(body) : null)
  return {
    taskId,
    phase,
    status: word,
    progress,
    items,
    hasImage: imageCount > 0,
    unusableId: identity.kind === 'unusable',
    hasRecord: first(told, (record) => (statusWord(record) === null ? null : isTaskRecord(record))) ?? false,
    error: taskError({ words, word, status, ended, withoutImage: phase !== 'done' }, context),
  }
}

interface PhaseFacts {
  readonly word: string | null
  readonly status: TaskPhase
  readonly items: readonly FoundItemReading[]
  readonly imageCount: number
  readonly taskId: string | null
  /** Not a task: an id that nothing identifies as a task's, or no id. */
  readonly isResult: boolean
  readonly progress: number | null
}

/** Ids that distinguish the entries of an answer: not the task's own, and none shared by several entries. */
function entryIds(found: readonly FoundItem[], taskId: string | null): readonly (string | null)[] {
  const counts = new Map<string | null, number>()
  for (const { id } of found) counts.set(id, (counts.get(id) ?? 0) + 1)
  return found.map(({ id }) => (id !== taskId && counts.get(id) === 1 ? id : null))
}

/**
 * `done` only with an image; with an image, never less than `done` once the task has ended. A task without a
 * recognisable status may continue, whatever it has shown so far.
 */
function taskPhase({ word, status, items, imageCount, taskId, isResult, progress }: PhaseFacts): TaskPhase {
  const hasImage = imageCount > 0
  if (status === 'done' || status === 'failed' || status === 'cancelled')
    return hasImage ? 'done' : status === 'done' ? 'unknown' : status
  if (hasImage && isResult) return 'done'
  if (status !== 'unknown') return status
  if (items.some(({ phase }) => phase === 'running')) return 'running'
  if (items.some(({ phase }) => phase === 'queued')) return 'queued'
  if (hasImage) return progress === 100 ? 'done' : 'unknown'
  if (word !== null) return 'unknown'
  if (items.length > 0 && items.every(({ phase }) => phase === 'failed')) return 'failed'
  return taskId === null ? 'unknown' : 'queued'
}

function readItem(
  { image, record }: FoundItem,
  place: Pick<ItemReading, 'index' | 'entry'>,
  taskStatus: TaskPhase,
  context: ReadingContext,
): FoundItemReading {
  const word = statusWord(record)
  const error = record === null ? null : ownError(record)
  const own = word === null ? inherited(taskStatus, error) : phaseOf(word)
  const phase = image !== null ? 'done' : own === 'done' ? 'unknown' : own
  const ended = phase === 'failed' || phase === 'cancelled'
  const words = error ?? (ended && record !== null ? errorWordsOf(record) : null)
  return {
    ...place,
    phase,
    image,
    revisedPrompt: record === null ? null : (wordsOf(record.revised_prompt)?.slice(0, 100_000) ?? null),
    error: ended ? taskError({ words, word, status: phase, ended, withoutImage: false }, context) : null,
  }
}

function inherited(taskStatus: TaskPhase, words: ErrorWords | null): TaskPhase {
  if (words !== null) return 'failed'
  return taskStatus === 'done' ? 'unknown' : taskStatus
}

interface ErrorFacts {
  readonly words: ErrorWords | null
  readonly word: string | null
  readonly status: TaskPhase
  readonly ended: boolean
  readonly withoutImage: boolean
}

function taskError(
  { words, word, status, ended, withoutImage }: ErrorFacts,
  context: ReadingContext,
): AppError | null {
  if (status === 'done' && withoutImage)
    return appError('taskWithoutImage', { retry: 'free', detail: context.detail })
  if (!ended && words === null) return null
  const said = words ?? { codes: [], message: '' }
  const detail = { ...context.detail, ...(isSaid(said) ? { words: spoken(said) } : {}) }
  if ((word !== null && saysModerated(word)) || saysModeration(said, context.prompt))
    return appError('moderated', { detail })
  if (saysNoCredit(said, context.prompt)) return appError('creditExhausted', { retry: 'paid', detail })
  return appError(status === 'cancelled' ? 'taskCancelled' : 'taskFailed', { retry: 'paid', detail })
}

function hasError({ record }: Layer): boolean {
  return ownError(record) !== null
}

const taskFields = [
  'progress',
  'fail_reason',
  'failReason',
  'failure_reason',
  'failureReason',
  'created',
  'created_at',
  'createdAt',
  'updated_at',
  'updatedAt',
  'submit_time',
  'submitTime',
  'started_at',
  'startedAt',
  'start_time',
  'startTime',
  'completed_at',
  'completedAt',
  'finished_at',
  'finishedAt',
  'finish_time',
  'finishTime',
  'end_time',
  'endTime',
] as const
const itemFields = ['data', 'results', 'images', 'output', 'result'] as const

function isTaskRecord(record: JsonRecord): boolean {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
  const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
  return (
    taskFields.some((field) => isGiven(record[field])) || itemFields.some((field) => isList(record[field]))
  )
}

/** The first layer that has it; an image's own record among several shows nothing about the task. */
function first<T>(layers: readonly Layer[], pick: (record: JsonRecord) => T | null): T | null {
  for (const [at, { record, listed }] of layers.entries()) {
    if (listed && at > 0) continue
    const value = pick(record)
    if (value !== null) return value
  }
  return null
}

/** A number, `"40%"`, or a share between 0 and 1; 1 itself is one percent, as in the documentation. */
function percentOf(progress: unknown): number | null {
  const percent = numberOf(typeof progress === 'string' ? progress.replace('%', '') : progress)
  if (percent === null) return null
  const isShare = percent > 0 && percent < 1 && !(typeof progress === 'string' && progress.includes('%'))
  return Math.min(100, Math.max(0, isShare ? percent * 100 : percent))
}

/**
 * Writes the images of a reading that came as base64 to files, except those that were `lifted` out of the answer
 * before. `owner` identifies the task or the answer: reading it again gives the same files, and no two owners share
 * one.
 */
export async function spoolImages(
  task: FoundTask,
  options: {
    readonly owner: string
    readonly spool: Pick<Spool, 'write'>
    readonly lifted: Readonly<Record<string, string>>
  },
): Promise<TaskReading> {
  const { owner, spool, lifted } = options
  const { taskId, phase, status, progress, error } = task

  const alike = new Map<string, number>()

  async function sourceOf(image: FoundImage): Promise<ImageSource> {
    // Also where a URL should be: what was lifted is base64, whatever it was called.
    const path = lifted[image.kind === 'url' ? image.url : image.data]
    if (path !== undefined) return { kind: 'file', path }
    if (image.kind === 'url') return image
    const bytes = Buffer.from(image.data, 'base64')
    const digest = createHash('sha256').update(bytes).digest('hex')
    return { kind: 'file', path: await spool.write(`image-${imageHash(owner, digest, alike)}.bin`, bytes) }
  }

  const items = []
  for (const { image, ...item } of task.items)
    items.push({ ...item, source: image === null ? null : await sourceOf(image) })
  return { taskId, phase, status, progress, items, error }
}
