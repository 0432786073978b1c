import { hasOwnId } from './identity'
import type { FoundItem } from './images'
import type { SeenRecord } from './records'
import { isOpenWord, phaseOf, type StatusPlace, statusIn, statusWord } from './states'

/**
 * Tells the pictures of an answer that aren't the result: what the record with the status has in a field of its own while
 * the task isn't done is a picture on its way, or the echo of a reference. `asked` as in `ReadingContext`.
 */
export function previewsIn(
  records: readonly SeenRecord[],
  { asked, isPoll }: { readonly asked: number | null; readonly isPoll: boolean },
): (item: FoundItem) => boolean {
  // A direct request has no other answer, nor has what can't be asked for: whatever picture is in it was paid for.
  const mayBePreview = isPoll || (asked === null && records.some(({ record }) => hasOwnId(record)))
  const status = mayBePreview ? statusIn(records) : null
  if (status === null || (isPoll && isOpenWord(status.word))) return () => false
  return (item) => isPreview(item, status)
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
