import type { ErrorDetail } from '@shared/errors'
import type { TaughtPlace } from '@shared/model/taughtPlace'
import { addressToAsk, hasAddressToAsk } from './addresses'
import { saysModeratedItem } from './flags'
import { findTask, hasOwnId, taskAtAddress } from './identity'
import { endError, type ImageEntry, readEntries } from './imageEntries'
import { countImages, type FoundItem, findItems, type IsLifted } from './images'
import { isRecord, type JsonRecord, numberOf } from './json'
import { imageName, mayBeImage, plainName, progressNames } from './names'
import { previewsIn } from './previews'
import { isSuccess } from './rawAnswer'
import type { TaskPhase, TaskReading } from './reading'
import { errorWordsOf, ownError } from './reasons'
import { fieldsOf, firstFound, type Path, recordsOf, type SeenRecord } from './records'
import { innerStatus, refusalSign, saysSuccess } from './refusalSign'
import { saysModeration, saysPassed, saysTaken } from './refusals'
import { type SearchedImage, searchImages } from './search'
import { isOpenWord, phaseOf, saysStranger, saysTriedAgain, statusIn, statusWord } from './states'
import { taughtIdentity, taughtItems } from './taught'

/** A reading whose images are still in the answer. */
export interface FoundTask extends Omit<TaskReading, 'items' | 'found'> {
  readonly items: readonly ImageEntry[]
  readonly hasImage: boolean
  /** It names a task, but by an id that can't be polled. */
  readonly unusableId: boolean
  readonly found: readonly SearchedImage[]
  /** The record with its status also has what only a task's has; an error's has not. */
  readonly hasRecord: boolean
  /** A flag says that the content was refused. */
  readonly isModerated: boolean
  /** Its status says that there is no such task. */
  readonly isStranger: boolean
  /** It says that it is done and that something failed, beside an empty place for images: they may still come. */
  readonly mayGoOn: boolean
  /** Where what was understood is in the answer. */
  readonly places: Places
}

interface Places {
  readonly taskId: Path | null
  readonly status: Path | null
  readonly error: Path | null
}

export interface ReadingContext {
  /** HTTP status of the answer. */
  readonly status: number
  readonly prompt: string
  /** Addresses that were sent as references. */
  readonly references: readonly string[]
  /** Places of the connection that the user taught. */
  readonly taught: readonly TaughtPlace[]
  /** How many images a direct request asked for; null for any other, and for a poll. */
  readonly asked: number | null
  /** It was asked about a task, not for images. */
  readonly isPoll: boolean
  /** All of it came. */
  readonly complete: boolean
  /** Where a redirect or a task that was accepted points; null without. */
  readonly location: string | null
  readonly isLifted: IsLifted
  /** Status and request id, for the errors found. */
  readonly detail: ErrorDetail
}

/**
 * What an answer says about a task or a finished request. If it is about neither, `taskId` is null and `hasImage`
 * false.
 */
export function readTask(body: unknown, context: ReadingContext): FoundTask {
  const records = recordsOf(body).filter(({ path }) => context.status !== 429 || !path.some(isOfOtherTask))
  const isSent = (text: string): boolean =>
    text !== '' && (text === context.prompt || context.references.includes(text))
  const isPreview = previewsIn(records, { ...context, isSent })
  const counts = (item: FoundItem): boolean =>
    item.image === null || !(isSent(addressOf(item)) || isPreview(item))
  const listed = findItems(body, context.isLifted, isSent).filter(counts)
  const placed =
    countImages(listed) > 0
      ? []
      : taughtItems(body, context.taught, context.isLifted).filter((item) => !isSent(addressOf(item)))
  const found = placed.length > 0 ? placed : listed
  const imageCount = countImages(found)
  const failing =
    context.status >= 400 ||
    innerStatus(body) !== null ||
    refusalSign(body) === 'sure' ||
    isRefusedWithId(body, context.prompt) ||
    records.some(({ record }) => ownError(record) !== null)
  const known = findTask(records, {
    failing,
    refused: context.status >= 400,
    succeeding: saysSuccess(body),
    hasImage: imageCount > 0,
    hasAddress: records.some(({ record }) => hasAddressToAsk(record)),
    isSent,
  })
  const taughtOrKnown = failing ? known : (taughtIdentity(body, context.taught, { records, isSent }) ?? known)
  const isAccepted =
    (context.status === 201 || context.status === 202) && !failing && imageCount === 0 && !context.isPoll
  const identity =
    taughtOrKnown.kind === 'none' && isAccepted ? taskAtAddress(context.location) : taughtOrKnown
  const taskId = identity.kind === 'found' ? identity.id : null
  // The envelope's own "success" isn't the task's: only what is at the level of its id or deeper counts.
  const own = identity.kind === 'found' ? records.slice(identity.at) : records
  const status = statusIn(own)
  const word = status?.word ?? null
  const said = firstFound(own, ({ record, path }) => ownError(record, path))
  const isTriedAgain = status !== null && saysTriedAgain(status.record)
  const wordTold = word === null || isTriedAgain ? 'unknown' : phaseOf(word)
  // Without any id it may be a gateway's.
  const isOfTask = records.some(({ record }) => hasOwnId(record) || fieldsOf(record).has('request_id'))
  const isFailing = context.isPoll && isOfTask && imageCount === 0 && said !== null
  const search = () =>
    searchImages(body, { most: 2 * (context.asked ?? 8), isLifted: context.isLifted, isSent })
  const isOver =
    isFailing && (wordTold === 'done' ? search().length === 0 : word === null && own.some(hasEnded))
  const phaseTold = isOver ? 'failed' : wordTold
  const items = readEntries(found, { taskId, phase: phaseTold }, context)
  const progress = firstFound(own, ({ record }) => progressOf(record))
  const isResult =
    identity.kind !== 'found' ||
    (word === null && (!identity.named || (context.asked !== null && imageCount >= context.asked)))
  const phase = taskPhase({ word, status: phaseTold, items, imageCount, taskId, isResult, progress })
  const ended = phaseTold === 'failed' || phaseTold === 'cancelled'
  const isComplete = context.complete && isSuccess(context.status)
  const mayBeResult = word === null || phaseTold === 'done' || isOpenWord(word)
  const isDirectResult = context.asked !== null && taskId === null && mayBeResult && !failing
  const mayBeSearched = isComplete && imageCount === 0 && (phaseTold === 'done' || isDirectResult)
  const words = said ?? (ended ? errorWordsOf(body) : null)
  const isModerated = imageCount === 0 && records.some(({ record }) => saysModeratedItem(record))
  const isRefused = isModerated && phase === 'failed'
  return {
    taskId,
    phase,
    status: word,
    progress,
    items,
    hasImage: imageCount > 0,
    unusableId: identity.kind === 'unusable',
    isProvisional: identity.kind === 'found' && identity.provisional,
    askAt:
      identity.kind === 'found'
        ? (firstFound([...own, ...records], ({ record }) => addressToAsk(record)) ?? context.location)
        : null,
    found: mayBeSearched ? search() : [],
    hasRecord:
      firstFound(own, ({ record }) => (statusWord(record) === null ? null : isTaskRecord(record))) ?? false,
    isModerated,
    isStranger: word !== null && saysStranger(word),
    mayGoOn: isOver && records.some(hasEmptyPlace),
    places: {
      taskId: identity.kind === 'found' ? identity.path : null,
      status: status?.path ?? null,
      error: words?.path ?? null,
    },
    error: endError(
      {
        words,
        word,
        status: phaseTold,
        ended: ended || isRefused,
        withoutImage: phase !== 'done',
        isRefused,
      },
      context,
    ),
  }
}

/** A bare id in an answer that has a place for a result, has none in it, and says that the content was refused. */
function isRefusedWithId(body: unknown, prompt: string): boolean {
  if (!isRecord(body) || refusalSign(body) !== 'likely') return false
  const isWithout = [...fieldsOf(body)].some(([name, { value }]) => value === null && mayBeImage(name))
  const words = errorWordsOf(body)
  return isWithout && saysModeration(words, prompt) && !saysPassed(words, prompt) && !saysTaken(words, prompt)
}

/** A refusal for the number of tasks at work may name one of these: it is another request's. */
const isOfOtherTask = (step: string | number): boolean =>
  typeof step === 'string' &&
  /^(current|running|active|ongoing|existing|previous|last)_/.test(plainName(step))

/** It has a place for images, and none in it. */
const hasEmptyPlace = ({ record }: SeenRecord): boolean =>
  [...fieldsOf(record)].some(
    ([name, { value }]) =>
      (mayBeImage(name) || imageName(name) !== null) &&
      (value === null || (Array.isArray(value) && value.length === 0)),
  )

/** It says when it ended. */
const hasEnded = ({ record }: SeenRecord): boolean =>
  [...fieldsOf(record)].some(
    ([name, { value }]) =>
      /^(finish|finished|complete|completed|end|ended)_(at|time)$/.test(name) &&
      value !== null &&
      value !== '',
  )

const addressOf = ({ image }: FoundItem): string => (image?.kind === 'url' ? image.url : '')

interface PhaseFacts {
  readonly word: string | null
  readonly status: TaskPhase
  readonly items: readonly ImageEntry[]
  readonly imageCount: number
  readonly taskId: string | null
  /** Not a task: an id that nothing identifies as a task's, or no id. */
  readonly isResult: boolean
  readonly progress: number | null
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

/** What only the record of a task has: how far it is, why it failed, or when something happened to it. */
const taskField =
  /^(progress|percent|\w{0,40}fail\w{0,40}_reason|fail_msg|(job|task)_error_\w{1,20}|queue_position|(wait|delay|execution)_time|(create|submit|queue|enqueue|schedule|start|process|update|finish|complete|end|fail|cancel|cancell|stop)e?d?_at|created|(submit|start|create|update|finish|end|complete)_time)$/
const itemField = /^(data|result|image|output)$/

function isTaskRecord(record: JsonRecord): boolean {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
  const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
  return [...fieldsOf(record)].some(
    ([name, { value }]) =>
      (taskField.test(name) && isGiven(value)) || (itemField.test(name) && isList(value)),
  )
}

function progressOf(record: JsonRecord): number | null {
  const fields = fieldsOf(record)
  for (const name of progressNames) {
    const percent = percentOf(fields.get(name)?.value)
    if (percent !== null) return percent
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
