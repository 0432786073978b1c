import { hasOwnId } from './identity'
import { type FoundItem, type IsSent, isEchoOfRequest } from './images'
import type { JsonRecord } from './json'
import type { Path, SeenRecord } from './records'
import { isOpenWord, phaseOf, type StatusPlace, statusIn, statusWord } from './states'

interface PreviewContext {
  /** As in `ReadingContext`. */
  readonly asked: number | null
  readonly isPoll: boolean
  readonly isSent: IsSent
}

/**
 * Tells the pictures of an answer that aren't the result: what the record with the status has in a field of its own while
 * the task isn't done is a picture on its way, or the echo of a reference.
 */
export function previewsIn(
  records: readonly SeenRecord[],
  { asked, isPoll, isSent }: PreviewContext,
): (item: FoundItem) => boolean {
  // A direct request has no other answer, nor has what can't be asked for: whatever picture is in it was paid for.
  const mayBePreview = isPoll || (asked === null && records.some(({ record }) => hasOwnId(record)))
  const status = mayBePreview ? statusIn(records) : null
  if (status === null || (isPoll && isOpenWord(status.word))) return () => false
  return (item) => (isPoll && isNotYet(item, status, isSent)) || isPreview(item, status)
}

function isPreview({ record, listed, path }: FoundItem, status: StatusPlace): boolean {
  // What has no id can't be asked for again: its picture is all there is.
  const isAsked = hasOwnId(status.record)
  if (isAsked && /intermediate|preview|draft/i.test(status.word)) return true
  const phase = phaseOf(status.word)
  if (phase !== 'queued' && phase !== 'running') return false
  // Nothing is drawn yet: what stands beside the id of what waits is what we sent.
  if (record === status.record) return !listed || path.at(-2) === 'image' || (phase === 'queued' && isAsked)
  const isBeside = status.path.slice(0, -1).every((step, at) => path[at] === step)
  const isDirectly = path.length === status.path.length + 1 && path.at(-2) === 'image'
  const isLone = !listed && (isDirectly || (isAsked && statusWord(record) === null))
  return isBeside && (isLone || (isAsked && path.includes('attachments')))
}

/** What is polled says of itself that it isn't there yet, or repeats what was sent. */
function isNotYet({ record, listed, path }: FoundItem, status: StatusPlace, isSent: IsSent): boolean {
  if (record === null || !isAtWork(status.record)) return false
  const isOwn = record === status.record
  return isEchoOfRequest(record, placeOf(path), isSent) || (!isOwn && listed && isAtWork(record))
}

/** Where the record is in which an image is named, alone or in a list. */
const placeOf = (path: Path): Path => path.slice(0, typeof path.at(-1) === 'number' ? -2 : -1)

function isAtWork(record: JsonRecord): boolean {
  const word = statusWord(record)
  const phase = word === null ? 'unknown' : phaseOf(word)
  return phase === 'queued' || phase === 'running'
}
