import { dirname } from 'node:path'
import { type AppError, AppFailure, appErrorSchema } from '@shared/errors'
import { type ConnectionTest, connectionTestSchema } from '@shared/model/connection'
import type { ImageSource, TaskReading } from '../../../electron/core/service/answers/reading'
import type { DownloadVerdict, PollVerdict, SubmitVerdict } from '../../../electron/core/service/verdict'

const itemsMaximum = 1000
const idMaximum = 1000

/** Throws for anything the contract doesn't define as an error, and for an error that reports a bug. */
export function assertAppError(error: AppError): void {
  appErrorSchema.parse(error)
  if (error.code === 'internal') throw new Error(`a bug was met: ${JSON.stringify(error)}`)
}

/** The error in a failure; throws if it isn't an AppFailure, or if it reports a bug. */
export function appErrorOf(problem: unknown): AppError {
  if (!(problem instanceof AppFailure)) throw problem
  assertAppError(problem.error)
  return problem.error
}

function assertSource(source: ImageSource | null, folder: string): void {
  if (source?.kind === 'file' && dirname(source.path) !== folder)
    throw new Error(`an image outside of its folder: ${source.path}`)
}

function assertReading({ taskId, progress, items, error }: TaskReading, folder: string): void {
  if (items.length > itemsMaximum) throw new Error(`${items.length} items`)
  if (taskId !== null && (taskId === '' || taskId.length > idMaximum)) throw new Error(`the id ${taskId}`)
  if (progress !== null && !(progress >= 0 && progress <= 100)) throw new Error(`progress ${progress}`)
  if (error !== null) assertAppError(error)
  for (const [at, item] of items.entries()) {
    if (item.index !== at) throw new Error(`item ${item.index} in the place of ${at}`)
    if (item.error !== null) assertAppError(item.error)
    assertSource(item.source, folder)
  }
}

/** `folder`: where images from the answer itself go. */
export function assertVerdict(verdict: SubmitVerdict | PollVerdict | DownloadVerdict, folder: string): void {
  if ('error' in verdict) assertAppError(verdict.error)
  if ('retryAfterMs' in verdict) assertWait(verdict.retryAfterMs)
  if (!('reading' in verdict)) return
  const { taskId, items, found } = verdict.reading
  const hasNone = taskId === null && found.length === 0 && items.every(({ source }) => source === null)
  if (verdict.kind === 'accepted' && hasNone) throw new Error('accepted without a task and without an image')
  assertReading(verdict.reading, folder)
}

export function assertConnectionTest(test: ConnectionTest): void {
  connectionTestSchema.parse(test)
  if ('error' in test) assertAppError(test.error)
}

function assertWait(ms: number | null): void {
  if (ms !== null && !(Number.isInteger(ms) && ms >= 0)) throw new Error(`a wait of ${ms} ms`)
}
