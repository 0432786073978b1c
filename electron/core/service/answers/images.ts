import { saysModeratedItem } from './flags'
import { beginsAsImage } from './imageBytes'
import { isRecord, type JsonRecord } from './json'
import { type ImageName, imageName, isEnvelope, isOfResult, mayBeImage } from './names'
import { isErrorRecord } from './reasons'
import { envelopesIn, fieldsOf, type Path } from './records'
import { statusWord } from './states'

/** An image as given in the answer: its address, or its bytes in base64. */
export type AnswerImage =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'base64'; readonly data: string }

export interface FoundItem {
  readonly image: AnswerImage | null
  /** Where the image, or what is said about it, is. */
  readonly path: Path
  /** Its id in its list, whatever that identifies; null if there is none. */
  readonly id: string | null
  /** What the answer says about this image, if anything. */
  readonly record: JsonRecord | null
  /** It is one of a list, not a field of what describes the task. */
  readonly listed: boolean
}

const depthLimit = 10
const itemLimit = 1000
/** Characters. */
const urlLimit = 16_384
const idLimit = 1000

const idFields = ['id', 'image_id', 'item_id', 'entry_id', 'uuid', 'image_uuid'] as const

/** Tells what was lifted out of the answer from what is in it. */
export type IsLifted = (text: string) => boolean

interface Found {
  readonly items: readonly FoundItem[]
  /** How surely they are the result: the smaller, the surer. */
  readonly rank: number
  /** They are beside what we sent, or under a name of results; null for neither. */
  readonly side: 'sent' | 'result' | null
}

const nothing: Found = { items: [], rank: Number.POSITIVE_INFINITY, side: null }

/** Whether a text is what we sent. */
export type IsSent = (text: string) => boolean

/**
 * A record that repeats what we sent, and is no result: nothing in it says how it stands, or which one it is. `path`: where
 * it is; an entry of a list describes an image.
 */
export function isEchoOfRequest(record: JsonRecord, path: Path, isSent: IsSent): boolean {
  const fields = fieldsOf(record)
  return (
    typeof path.at(-1) === 'string' &&
    !path.some((step) => typeof step === 'string' && isOfResult(step)) &&
    [...fields.values()].some(({ value }) => typeof value === 'string' && isSent(value)) &&
    idOf(record) === null &&
    statusWord(record) === null
  )
}

/** The images of an answer in its order, including those still to come; at most 1,000. */
export function findItems(
  body: unknown,
  isLifted: IsLifted = () => false,
  isSent: IsSent = () => false,
): readonly FoundItem[] {
  /** A string that stands where an image may stand, though nothing calls it one. */
  function ofText(text: string, path: Path, name: ImageName | null): Found {
    const found = addressesIn(text)
      .map((one) => imageIn(one, name, isLifted))
      .filter((image) => image !== null)
    const listed = found.length > 1
    const items = found.map((image) => ({ image, path, id: null, record: null, listed }))
    return items.length === 0 ? nothing : { items, rank: name?.rank ?? 4, side: null }
  }

  function expand(value: unknown, path: Path, name: ImageName | null, depth: number): Found {
    if (depth > depthLimit) return nothing
    if (typeof value === 'string') return ofText(value, path, name)
    if (Array.isArray(value)) return expandList(value, path, name, depth)
    if (!isRecord(value)) return nothing
    let best = ownImages(value, path, depth)
    for (const member of envelopesIn(value, path.length === 0)) {
      const inside = value[member]
      if (imageName(member) !== null) continue
      // Where words may stand, only bytes are an image.
      const isBytes =
        typeof inside === 'string' && isEnvelope(member) && imageBytesIn(inside, isLifted) !== null
      if (typeof inside === 'string' && !mayBeImage(member) && !isBytes) continue
      const found = expand(inside, [...path, member], null, depth + 1)
      best = richer(best, isOfResult(member) ? { ...found, side: 'result' } : found)
    }
    return isEchoOfRequest(value, path, isSent) ? { ...best, side: 'sent' } : best
  }

  function expandList(list: readonly unknown[], path: Path, name: ImageName | null, depth: number): Found {
    const items: FoundItem[] = []
    const refused: FoundItem[] = []
    let rank = nothing.rank
    for (const [at, element] of list.entries()) {
      if (items.length >= itemLimit) break
      const place = [...path, at]
      const found = expand(element, place, name, depth + 1)
      rank = Math.min(rank, found.rank)
      const [only] = found.items
      const id = isRecord(element) ? idOf(element) : null
      const record = isRecord(element) ? element : null
      if (only !== undefined && found.items.length === 1)
        items.push({ ...only, id: only.id ?? id, listed: true })
      else if (found.items.length > 0) items.push(...found.items)
      // An image still to come counts as named, too.
      else if (element === null)
        items.push({ image: null, path: place, id: null, record: null, listed: true })
      else if (record !== null && isItem(record))
        items.push({ image: null, path: place, id, record, listed: true })
      else if (record !== null && isErrorRecord(record))
        refused.push({ image: null, path: place, id, record, listed: true })
    }
    // Only among images is an error's record one that failed.
    if (refused.length > 0 && countImages(items) > 0) items.push(...refused)
    return { items, rank, side: null }
  }

  /** The images in a record's own fields: by the surest name, since the others are the same ones. */
  function ownImages(record: JsonRecord, path: Path, depth: number): Found {
    let best: Found = nothing
    for (const [name, value] of Object.entries(record).slice(0, itemLimit)) {
      const called = imageName(name)
      if (called === null) continue
      const { items, rank } = expand(value, [...path, name], called, depth + 1)
      const own = items.map((item) => ({ ...item, record: item.record ?? record }))
      best = richer(best, { items: own, rank, side: isOfResult(name) ? 'result' : null })
    }
    return best
  }

  const text = typeof body === 'string' && isLifted(body)
  return (text ? ofText(body, [], null) : expand(body, [], null, 0)).items.slice(0, itemLimit)
}

/**
 * Two lists in one answer are the same images reported twice: the one with more images counts, then the surer one. What is
 * beside what we sent was sent, too, if there are results.
 */
function richer(best: Found, other: Found): Found {
  if (isBehind(best, other)) return other
  if (isBehind(other, best)) return best
  const more = countImages(other.items) - countImages(best.items)
  if (more !== 0) return more > 0 ? other : best
  if (other.items.length === 0 || best.items.length === 0) return best.items.length === 0 ? other : best
  if (countImages(best.items) === 0) return other.items.length > best.items.length ? other : best
  return other.rank < best.rank ? other : best
}

const isBehind = (one: Found, other: Found): boolean =>
  one.side === 'sent' && other.side === 'result' && countImages(other.items) > 0

export function countImages(items: readonly FoundItem[]): number {
  return items.filter(({ image }) => image !== null).length
}

function idOf(record: JsonRecord): string | null {
  const fields = fieldsOf(record)
  for (const field of idFields) {
    const id = fields.get(field)?.value
    if (typeof id === 'number' || (typeof id === 'string' && id !== '' && id.length <= idLimit))
      return String(id)
  }
  return null
}

function isItem(record: JsonRecord): boolean {
  const fields = fieldsOf(record)
  return (
    fields.has('url') ||
    fields.has('error') ||
    fields.has('finish_reason') ||
    statusWord(record) !== null ||
    saysModeratedItem(record)
  )
}

/** The image whose bytes a text is, whatever its name; null if it isn't one. */
export function imageBytesIn(text: string, isLifted: IsLifted): AnswerImage | null {
  if (isLifted(text)) return { kind: 'base64', data: text }
  if (/^\s*data:image\//i.test(text.slice(0, 100))) return fromBase64(text) ?? fromDataUri(text)
  return beginsAsImage(text) ? fromBase64(text) : null
}

/** The image at a place that was taught: bytes, or an address as one is written; null for anything else. */
export const imageAtPlace = (value: unknown, isLifted: IsLifted): AnswerImage | null =>
  typeof value === 'string' ? imageIn(value, null, isLifted) : null

/** The image that a text is; null if it is none, or if a field of this name would need more to show that. */
function imageIn(text: string, name: ImageName | null, isLifted: IsLifted): AnswerImage | null {
  if (isLifted(text)) return { kind: 'base64', data: text }
  if (/^\s*data:/i.test(text.slice(0, 100))) return fromBase64(text) ?? fromDataUri(text)
  if (name?.kind === 'bytes') return fromBase64(text) ?? addressIn(text, looksLikeImage)
  if (beginsAsImage(text)) return fromBase64(text)
  return addressIn(text, name?.kind === 'address' ? () => true : looksLikeImage)
}

/** An address as texts write it. Bounded repeats: an answer chooses what is looked at. */
const written = [
  /^!?\[[^\]]{0,200}\]\((https?:\/\/[^\s)]{1,16000})\)$/i,
  /^[`<"']{1,3}(https?:\/\/[^\s`<>"']{1,16000})[`>"']{1,3}$/i,
]
const gap = /[\s,;|]{1,9}(?=https?:\/\/)/i

/**
 * The addresses that a text is made of: several in a row, or one that is written as in a text, in quotes or as a link.
 * Otherwise the text itself.
 */
function addressesIn(text: string): readonly string[] {
  if (text.length > urlLimit || !/https?:\/\//i.test(text)) return [text]
  const parts = text.trim().split(gap, itemLimit).map(bareAddress)
  return parts.every((part) => /^https?:\/\/\S+$/i.test(part)) ? parts : [text]
}

function bareAddress(text: string): string {
  const [found] = written.flatMap((form) => form.exec(text)?.[1] ?? [])
  return found ?? text
}

function addressIn(text: string, fits: (text: string) => boolean): AnswerImage | null {
  const url = text.length > urlLimit ? '' : text.trim()
  return url === '' || !fits(url) ? null : { kind: 'url', url }
}

const dataUri = /^\s*data:[^,]{0,200};base64,/i

function fromBase64(value: string): AnswerImage | null {
  const head = dataUri.exec(value.slice(0, 300))?.[0] ?? ''
  const data = value.slice(head.length)
  return data.trim() === '' || /[^A-Za-z0-9+/_=\s-]/.test(data) ? null : { kind: 'base64', data }
}

const plainDataUri = /^\s*data:(?![^,]{0,200};base64,)[^,]{0,200},/i

/** The bytes of a data URI that has them as percent-encoded text, as those of an SVG often are. */
function fromDataUri(text: string): AnswerImage | null {
  const head = plainDataUri.exec(text.slice(0, 300))?.[0]
  if (head === undefined) return null
  const bytes = Buffer.from(text.slice(head.length).trim())
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return bytes === '' ? null : { kind: 'base64', data: Buffer.from(bytes, 'latin1').toString('base64') }
}

/** A string in a list is an image's address only if it looks like one. */
function looksLikeImage(text: string): boolean {
  return /^\s*(https?:\/\/|data:[\w.+-]+\/|\/)\S/i.test(text.slice(0, 100))
}
