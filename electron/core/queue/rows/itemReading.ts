import { type AppError, appError, type ErrorCode } from '@shared/errors'
import type { ItemReading, TaskReading } from '../../service/answers/reading'
import { downloadPolicy } from './downloadPolicy'
import { identify } from './entryIdentity'
import { newItem, type StoredItem } from './itemStore'

/** What a reading makes of a job's items. */
export interface ItemsRead {
  /** All of them as they are now, in order. */
  readonly all: readonly StoredItem[]
  /** Those that changed or are new. */
  readonly changed: readonly StoredItem[]
}

/**
 * Updates a job's items to what the service names. Every entry becomes an item as soon as it is named, whether or not
 * it was asked for or has an image. An image that came is never removed. `hasEnded`: the task already named everything
 * it has, so an entry that may be a known item is one, unless there are more entries than were known.
 */
export function readItems(
  jobId: string,
  items: readonly StoredItem[],
  reading: TaskReading,
  { hasEnded }: { readonly hasEnded: boolean },
): ItemsRead {
  const { known, named, further, missed } = identify(items, reading.items)
  const said = new Map([...known].map(([entry, { index }]) => [index, entry]))
  const next = Math.max(-1, ...items.map(({ index }) => index)) + 1
  const isNameless = (entry: ItemReading) => entry.source !== null && !named.has(entry)
  const isAmbiguous = missed.length > 0 && reading.items.some(isNameless)
  const doubtful = new Set(isAmbiguous ? missed.filter(({ state }) => state !== 'saved') : [])

  function bringUp(item: StoredItem): StoredItem {
    const entry = said.get(item.index)
    const read = takeUp(item, entry)
    const mayBeTwin =
      doubtful.has(item) ||
      (isAmbiguous && read.state === 'ready' && entry !== undefined && isNameless(entry))
    return mayBeTwin && !read.again ? { ...read, again: true } : read
  }

  const before = items.map(bringUp)
  const isKnown = hasEnded && isAmbiguous && namesNoMore(items, reading.items, known.size + further.length)
  const added = (isKnown ? [] : further).map((entry, at) =>
    // What is named after the end and may be known asks for no fresh address: each would bring more of its kind.
    takeUp({ ...newItem(jobId, next + at), again: isAmbiguous, refreshed: hasEnded && isAmbiguous }, entry),
  )
  return {
    all: [...before, ...added],
    changed: [...before.filter((item, at) => item !== items[at]), ...added],
  }
}

/** No more entries, or no more images, than are known to be different. */
function namesNoMore(
  items: readonly StoredItem[],
  entries: readonly ItemReading[],
  differentEntries: number,
): boolean {
  const different = items.filter(({ again }) => !again)
  const images = entries.filter(({ source }) => source !== null).length
  return differentEntries <= different.length || images <= different.filter(hadImage).length
}

/** The service will do nothing more for the pending items, so none stays pending. Returns the items it ended. */
export function endItems(items: readonly StoredItem[], error: AppError): readonly StoredItem[] {
  return items.filter(isPending).map((item) => unavailable(item, error))
}

export const isPending = ({ state }: StoredItem): boolean => state === 'pending'

/** Its image is on disk, or on its way there. */
export const hasCome = ({ state }: StoredItem): boolean => state === 'ready' || state === 'saved'

function takeUp(item: StoredItem, said: ItemReading | undefined): StoredItem {
  if (said === undefined) return item
  const known = said.entry === null || said.entry === item.entry ? item : { ...item, entry: said.entry }
  const { source } = said
  const isOpen =
    item.state === 'pending' ||
    (item.state === 'failed' && !hadImage(item)) ||
    // Its host may have it by now, for the service still says that it is there.
    item.state === 'expired'
  if (source !== null && isOpen)
    return {
      ...known,
      // The id of an item that had no image may belong to another.
      entry: hadImage(item) ? known.entry : said.entry,
      state: 'ready',
      url: source.kind === 'url' ? source.url : null,
      // What came from its address before stays kept.
      spoolFile: source.kind === 'file' ? source.path : item.spoolFile,
      revisedPrompt: said.revisedPrompt,
      error: vanishing(item),
      downloadTries: 0,
      downloadNotBefore: null,
    }
  if (item.state === 'pending' && (said.phase === 'failed' || said.phase === 'cancelled'))
    return unavailable(known, said.error ?? appError('taskFailed', { retry: 'paid' }))
  return known
}

/** What came for it is no image, and was kept: only the user can tell what it is. */
export const isKept = ({ state, spoolFile, error }: StoredItem): boolean =>
  state === 'failed' && spoolFile !== null && error !== null && unfitCodes.has(error.code)

/** Errors of a file that came whole. */
const unfitCodes: ReadonlySet<ErrorCode> = new Set(['imageNotAnImage', 'imageUndecodable'])

/** The service named its image, wherever that is now. */
export const hadImage = ({ url, spoolFile }: StoredItem): boolean => url !== null || spoolFile !== null

/**
 * The error if its bytes had arrived, and vanished before they were saved; otherwise null. That is why it isn't here, even
 * if its address worked only once.
 */
export const vanishing = ({ error }: StoredItem): AppError | null =>
  error?.code === 'imageVanished' ? error : null

/** Its address wasn't rejected: nothing listened there, or something on the way answered, and it may answer again. */
export const mayAnswerYet = ({ url, error }: StoredItem): boolean =>
  url !== null && error !== null && downloadPolicy.mayAnswerYet(error)

/** An item whose image was there once has expired; one that never had any has failed. */
function unavailable(item: StoredItem, error: AppError): StoredItem {
  if (item.url === null) return { ...item, state: 'failed', error }
  // Its host may also be late.
  const mayAcceptYet = item.error !== null && downloadPolicy.mayAcceptYet(item.error, item.downloadTries)
  if (mayAnswerYet(item) || mayAcceptYet) return { ...item, state: 'ready' }
  return { ...item, state: 'expired', error: item.error ?? error }
}
