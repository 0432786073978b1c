import { type AppError, appError } from '@shared/errors'
import type { ItemReading, TaskReading } from '../../service/reading'
import { newItem, type StoredItem } from './itemStore'

/** What a reading means for a job's items. */
export interface ItemsRead {
  /** Items that are other than before, or new. */
  readonly changed: readonly StoredItem[]
  /** The service will do nothing more for the items that are pending still: none is. */
  readonly ended: boolean
  /** It says it is finished and yet has no image for an item it names. */
  readonly imageless: boolean
}

/**
 * Brings a job's items up to what the service says. An image that came is never taken back, a further one than was
 * asked for is kept too, and only an end of the whole task ends an item of which nothing was said.
 */
export function readItems(jobId: string, items: readonly StoredItem[], reading: TaskReading): ItemsRead {
  const said = new Map(reading.items.map((item) => [item.index, item]))
  const further = reading.items.filter(({ index, source }) => source !== null && index >= items.length)
  const all = [...items, ...further.map(({ index }) => newItem(jobId, index))]
  const saysEnd = reading.phase === 'done' || reading.phase === 'failed' || reading.phase === 'cancelled'
  // Without a task nobody can be asked for what is withheld.
  const withheld =
    reading.phase === 'done' &&
    reading.taskId !== null &&
    all.some(({ state, index }) => state === 'pending' && isWaiting(said.get(index)))
  const ended = saysEnd && !withheld
  const changed = all
    .map((item) => readItem(item, said.get(item.index), ended ? endError(reading) : null))
    .filter((item, at) => item !== items[at])
  return {
    changed,
    ended,
    imageless: withheld || reading.error?.code === 'taskWithoutImage',
  }
}

/** What is said of an item none is left for when the task ended. */
function endError(reading: TaskReading): AppError {
  if (reading.phase === 'done') return appError('itemMissing', { retry: 'paid' })
  const code = reading.phase === 'cancelled' ? 'taskCancelled' : 'taskFailed'
  return reading.error ?? appError(code, { retry: 'paid' })
}

function isWaiting(said: ItemReading | undefined): boolean {
  return said !== undefined && said.source === null && (said.phase === 'queued' || said.phase === 'running')
}

function readItem(item: StoredItem, said: ItemReading | undefined, end: AppError | null): StoredItem {
  if (item.state !== 'pending') return item
  if (said?.source) {
    const { source } = said
    return {
      ...item,
      state: 'ready',
      url: source.kind === 'url' ? source.url : null,
      spoolFile: source.kind === 'file' ? source.path : null,
      revisedPrompt: said.revisedPrompt,
      error: null,
      downloadTries: 0,
      downloadNotBefore: null,
    }
  }
  if (said?.phase === 'failed' || said?.phase === 'cancelled')
    return unavailable(item, said.error ?? end ?? appError('taskFailed', { retry: 'paid' }))
  return end === null ? item : unavailable(item, end)
}

/** An item whose image was there once has expired; one that never had any has failed. */
function unavailable(item: StoredItem, error: AppError): StoredItem {
  if (item.url === null) return { ...item, state: 'failed', error }
  // Its address was not refused: nobody listened there, and somebody may again.
  if (item.error?.code === 'connectionRefused') return { ...item, state: 'ready' }
  return { ...item, state: 'expired', error: item.error ?? error }
}
