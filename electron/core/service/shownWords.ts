import type { AppError } from '@shared/errors'
import type { TaskReading } from './reading'

/** The parts of a verdict that contain words of the service. */
interface Worded {
  readonly error?: AppError
  readonly reading?: TaskReading
}

/** The same verdict with different words. Addresses, ids and states, which the app relies on, stay the same. */
export function retold<Verdict extends Worded>(verdict: Verdict, tell: (words: string) => string): Verdict {
  const { error, reading } = verdict
  return {
    ...verdict,
    ...(error === undefined ? {} : { error: ofError(error, tell) }),
    ...(reading === undefined ? {} : { reading: ofReading(reading, tell) }),
  }
}

function ofReading(reading: TaskReading, tell: (words: string) => string): TaskReading {
  const items = reading.items.map((item) => ({
    ...item,
    revisedPrompt: item.revisedPrompt === null ? null : tell(item.revisedPrompt),
    error: item.error === null ? null : ofError(item.error, tell),
  }))
  return { ...reading, items, error: reading.error === null ? null : ofError(reading.error, tell) }
}

function ofError(error: AppError, tell: (words: string) => string): AppError {
  const { detail } = error
  if (detail === null) return error
  const { words, requestId } = detail
  return {
    ...error,
    detail: {
      ...detail,
      ...(words === undefined ? {} : { words: tell(words) }),
      ...(requestId === undefined ? {} : { requestId: tell(requestId) }),
    },
  }
}
