import type { ReadAnswer } from './answers/answerReading'
import { isSuccess } from './answers/rawAnswer'

/** What can be seen of a task at a path that may not be the one for tasks. */
export type TaskSight =
  /** No answer, or one that says nothing about the path: it is busy, or broken. */
  | { readonly kind: 'unclear' }
  /** Whatever is there, it doesn't know the task. */
  | { readonly kind: 'nothing' }
  /** `isSure`: it tells of exactly this task. `words`: what it says, to compare with an answer about another id. */
  | { readonly kind: 'task'; readonly isSure: boolean; readonly words: string }

const nothing: TaskSight = { kind: 'nothing' }

export function sightOf(answer: ReadAnswer, taskId: string): TaskSight {
  const { status, task, taskNames, isJson, complete, inner, refusal, ids } = answer
  if (status === 408 || status === 429 || status >= 500) return { kind: 'unclear' }
  const isTold = isSuccess(status) && isJson && complete && inner === null && refusal !== 'sure'
  if (!isTold || task.isStranger || task.unusableId) return nothing
  const { phase, status: word, hasImage, error } = task
  const isNamed = ids.has(taskId)
  if (!isNamed && (taskNames.sure.size > 0 || taskNames.likely.size > 0)) return nothing
  const isEnded = phase === 'failed' || phase === 'cancelled'
  const isWorded = word !== null && (phase !== 'unknown' || error?.code === 'taskWithoutImage')
  // A failure that names no task may be the question's own.
  if (!isNamed && (isEnded || !(isWorded || hasImage))) return nothing
  const isAtWork = word !== null && (phase === 'queued' || phase === 'running')
  const isSure = isNamed && (hasImage || isAtWork)
  return { kind: 'task', isSure, words: JSON.stringify([phase, word, hasImage]) }
}
