import { type AppError, appError, type ErrorDetail } from '@shared/errors'
import { findTask, type Layer, layersOf } from './envelope'
import { type ErrorWords, errorWordsOf, innerStatus, isSaid, ownError, spoken } from './errorWords'
import { countImages, type FoundImage, type FoundItem, findItems } from './imageSources'
import { type JsonRecord, numberOf, wordsOf } from './json'
import type { ItemReading, TaskPhase, TaskReading } from './reading'
import { saysModeration, saysNoCredit } from './refusalWords'
import { phaseOf, saysModerated, statusWord } from './statusWords'

/** A reading whose images are still in the answer. */
export interface FoundTask extends Omit<TaskReading, 'items'> {
  readonly items: readonly FoundItemReading[]
  readonly hasImage: boolean
  /** It names a task, but by an id that can't be asked for. */
  readonly unusableId: boolean
}

export interface FoundItemReading extends Omit<ItemReading, 'source'> {
  readonly image: FoundImage | null
}

export interface ReadingContext {
  /** HTTP status of the answer. */
  readonly status: number
  readonly prompt: string
  /** Images the request is to yield. */
  readonly images: number
  /** Status and request id, for the errors found. */
  readonly detail: ErrorDetail
}

/** What an answer says of a task or a finished request; `taskId` null and `hasImage` false when of neither. */
export function readTask(body: unknown, context: ReadingContext): FoundTask {
  const layers = layersOf(body)
  const found = findItems(body)
  const imageCount = countImages(found)
  const failing = context.status >= 400 || innerStatus(body) !== null || layers.some(hasError)
  const identity = findTask(layers, { failing, hasImage: imageCount > 0 })
  const taskId = identity.kind === 'found' ? identity.id : null
  // The envelope's own "success" is not the task's: only what stands beside its id or deeper counts.
  const told = identity.kind === 'found' ? layers.slice(identity.at) : layers
  const word = first(told, statusWord)
  const status = word === null ? 'unknown' : phaseOf(word)
  const items = found.map((item, index) => readItem(item, index, status, context))
  const phase = taskPhase({ word, status, items, imageCount, taskId }, context)
  const ended = status === 'failed' || status === 'cancelled'
  const words = first(told, ownError) ?? (ended ? errorWordsOf(body) : null)
  return {
    taskId,
    phase,
    status: word,
    progress: first(told, ({ progress }) => percentOf(progress)),
    items,
    hasImage: imageCount > 0,
    unusableId: identity.kind === 'unusable',
    error: taskError({ words, word, status, ended, withoutImage: phase !== 'done' }, context),
  }
}

interface PhaseFacts {
  readonly word: string | null
  readonly status: TaskPhase
  readonly items: readonly FoundItemReading[]
  readonly imageCount: number
  readonly taskId: string | null
}

/** `done` only with an image, and with an image never less than `done` once the task ended. */
function taskPhase(
  { word, status, items, imageCount, taskId }: PhaseFacts,
  context: ReadingContext,
): TaskPhase {
  const hasImage = imageCount > 0
  if (hasImage && taskId === null) return 'done'
  if (status === 'done' || status === 'failed' || status === 'cancelled')
    return hasImage ? 'done' : status === 'done' ? 'unknown' : status
  if (status !== 'unknown') return status
  const waiting = items.some(({ phase }) => phase === 'queued' || phase === 'running')
  if (hasImage) return word === null && !waiting && imageCount >= context.images ? 'done' : 'running'
  if (word !== null) return 'unknown'
  if (items.length > 0 && items.every(({ phase }) => phase === 'failed')) return 'failed'
  if (items.some(({ phase }) => phase === 'running')) return 'running'
  return taskId === null ? 'unknown' : 'queued'
}

function readItem(
  { image, record }: FoundItem,
  index: number,
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
    index,
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

/** The first layer that tells it; an image's own record among several says nothing of the task. */
function first<T>(layers: readonly Layer[], pick: (record: JsonRecord) => T | null): T | null {
  for (const [at, { record, listed }] of layers.entries()) {
    if (listed && at > 0) continue
    const value = pick(record)
    if (value !== null) return value
  }
  return null
}

/** A number, `"40%"`, or a share between 0 and 1; 1 itself is one percent, as the document counts. */
function percentOf(progress: unknown): number | null {
  const percent = numberOf(typeof progress === 'string' ? progress.replace('%', '') : progress)
  if (percent === null) return null
  const isShare = percent > 0 && percent < 1 && !(typeof progress === 'string' && progress.includes('%'))
  return Math.min(100, Math.max(0, isShare ? percent * 100 : percent))
}
