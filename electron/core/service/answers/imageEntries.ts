import { type AppError, appError, type ErrorDetail } from '@shared/errors'
import { saysModeratedItem } from './flags'
import type { AnswerImage, FoundItem } from './images'
import { wordsOf } from './json'
import type { ItemReading, TaskPhase } from './reading'
import { type ErrorWords, errorWordsOf, isErrorRecord, isSaid, noWords, ownError, spoken } from './reasons'
import type { Path } from './records'
import { saysModeration, saysNoCredit } from './refusals'
import { phaseOf, saysModerated, statusWord } from './states'

/** What an answer says about one image, which is still in the answer. */
export interface ImageEntry extends Omit<ItemReading, 'source'> {
  readonly image: AnswerImage | null
  readonly path: Path
}

interface ErrorContext {
  readonly prompt: string
  /** Status and request id, for the errors found. */
  readonly detail: ErrorDetail
}

/** What an answer says about each of its images. `phase`: what it says of their task. */
export function readEntries(
  found: readonly FoundItem[],
  { taskId, phase }: { readonly taskId: string | null; readonly phase: TaskPhase },
  context: ErrorContext,
): readonly ImageEntry[] {
  const ids = entryIds(found, taskId)
  return found.map((item, index) => readEntry(item, { index, entry: ids[index] ?? null }, phase, context))
}

/** Ids that distinguish the entries of an answer: not the task's own, and none shared by several entries. */
function entryIds(found: readonly FoundItem[], taskId: string | null): readonly (string | null)[] {
  const counts = new Map<string | null, number>()
  for (const { id } of found) counts.set(id, (counts.get(id) ?? 0) + 1)
  return found.map(({ id }) => (id !== taskId && counts.get(id) === 1 ? id : null))
}

function readEntry(
  { image, record, path }: FoundItem,
  place: Pick<ItemReading, 'index' | 'entry'>,
  taskStatus: TaskPhase,
  context: ErrorContext,
): ImageEntry {
  const word = statusWord(record)
  const isError = record !== null && image === null && isErrorRecord(record)
  const error = record === null ? null : (ownError(record) ?? (isError ? errorWordsOf(record) : null))
  const isRefused = image === null && record !== null && saysModeratedItem(record)
  const own = isRefused ? 'failed' : word === null ? inherited(taskStatus, error) : phaseOf(word)
  const phase = image !== null ? 'done' : own === 'done' ? 'unknown' : own
  const ended = phase === 'failed' || phase === 'cancelled'
  const words = error ?? (ended && record !== null ? errorWordsOf(record) : null)
  return {
    ...place,
    phase,
    image,
    path,
    revisedPrompt: record === null ? null : (wordsOf(record.revised_prompt)?.slice(0, 100_000) ?? null),
    error: ended
      ? endError({ words, word, status: phase, ended, withoutImage: false, isRefused }, context)
      : null,
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
  /** A flag says that the content was refused. */
  readonly isRefused?: boolean
}

/** The error with which a task or one of its images ended; null if it didn't, or was none. */
export function endError(
  { words, word, status, ended, withoutImage, isRefused = false }: ErrorFacts,
  context: ErrorContext,
): AppError | null {
  if (status === 'done' && withoutImage)
    return appError('taskWithoutImage', { retry: 'free', detail: context.detail })
  if (!ended && words === null) return null
  const said = words ?? noWords
  const detail = { ...context.detail, ...(isSaid(said) ? { words: spoken(said) } : {}) }
  if (isRefused || (word !== null && saysModerated(word)) || saysModeration(said, context.prompt))
    return appError('moderated', { detail })
  if (saysNoCredit(said, context.prompt)) return appError('creditExhausted', { retry: 'paid', detail })
  return appError(status === 'cancelled' ? 'taskCancelled' : 'taskFailed', { retry: 'paid', detail })
}
