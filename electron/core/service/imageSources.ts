import { isRecord, type JsonRecord } from './json'
import { statusWord } from './statusWords'

/** An image as given in the answer: its address, or its bytes in base64. */
export type FoundImage =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'base64'; readonly data: string }

export interface FoundItem {
  readonly image: FoundImage | null
  /** Its id in its list, whatever that identifies; null if there is none. */
  readonly id: string | null
  /** What the answer says about this image, if anything. */
  readonly record: JsonRecord | null
}

const depthLimit = 8
const itemLimit = 1000
/** Characters. */
const urlLimit = 16_384
const idLimit = 1000

const byteFields = ['b64_json', 'base64', 'image_base64'] as const
const urlFields = ['url', 'image_url', 'imageUrl'] as const
const idFields = ['id', 'image_id', 'imageId', 'item_id', 'itemId', 'entry_id', 'uuid'] as const
const listFields = [
  'data',
  'results',
  'images',
  'image_urls',
  'output',
  'result',
  'task',
  'response',
] as const

/** The images of an answer in its order, including those still to come; at most 1,000. */
export function findItems(body: unknown): readonly FoundItem[] {
  return expand(body, 0).slice(0, itemLimit)
}

function expand(value: unknown, depth: number): readonly FoundItem[] {
  if (depth > depthLimit) return []
  if (typeof value === 'string') {
    const image = looksLikeImage(value) ? fromText(value) : null
    return image === null ? [] : [{ image, id: null, record: null }]
  }
  if (Array.isArray(value)) return expandList(value, depth)
  if (!isRecord(value)) return []
  const own = ownImages(value).map((image) => ({ image, id: null, record: value }))
  return listFields.map((field) => expand(value[field], depth + 1)).reduce(richer, own)
}

function expandList(list: readonly unknown[], depth: number): readonly FoundItem[] {
  const items: FoundItem[] = []
  for (const element of list) {
    if (items.length >= itemLimit) break
    const found = expand(element, depth + 1)
    const [only] = found
    const id = isRecord(element) ? idOf(element) : null
    if (only !== undefined && found.length === 1) items.push({ ...only, id: only.id ?? id })
    else if (found.length > 0) items.push(...found)
    // An image still to come counts as named, too.
    else if (element === null) items.push({ image: null, id: null, record: null })
    else if (isRecord(element) && isItem(element)) items.push({ image: null, id, record: element })
  }
  return items
}

/** Two lists in one answer are the same images reported twice; the one with more images counts. */
function richer(best: readonly FoundItem[], other: readonly FoundItem[]): readonly FoundItem[] {
  const more = countImages(other) - countImages(best)
  if (more !== 0) return more > 0 ? other : best
  return other.length > best.length ? other : best
}

export function countImages(items: readonly FoundItem[]): number {
  return items.filter(({ image }) => image !== null).length
}

function idOf(record: JsonRecord): string | null {
  for (const field of idFields) {
    const id = record[field]
    if (typeof id === 'number' || (typeof id === 'string' && id !== '' && id.length <= idLimit))
      return String(id)
  }
  return null
}

function isItem(record: JsonRecord): boolean {
  return 'url' in record || 'error' in record || statusWord(record) !== null
}

function ownImages(record: JsonRecord): readonly FoundImage[] {
  for (const field of byteFields) {
    const image = fromBase64(record[field])
    if (image !== null) return [image]
  }
  for (const field of urlFields) {
    const images = fromUrl(record[field])
    if (images.length > 0) return images
  }
  return []
}

function fromUrl(value: unknown): readonly FoundImage[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, itemLimit) : [value]
  return list.flatMap((element) => {
    const text = isRecord(element) ? element.url : element
    const image = typeof text === 'string' ? fromText(text) : null
    return image === null ? [] : [image]
  })
}

function fromText(text: string): FoundImage | null {
  if (/^\s*data:/i.test(text.slice(0, 100))) return fromBase64(text) ?? fromDataUri(text)
  const url = text.length > urlLimit ? '' : text.trim()
  return url === '' ? null : { kind: 'url', url }
}

const dataUri = /^\s*data:[^,]{0,200};base64,/i

function fromBase64(value: unknown): FoundImage | null {
  if (typeof value !== 'string') return null
  const head = dataUri.exec(value.slice(0, 300))?.[0] ?? ''
  const data = value.slice(head.length)
  return data.trim() === '' || /[^A-Za-z0-9+/_=\s-]/.test(data) ? null : { kind: 'base64', data }
}

const plainDataUri = /^\s*data:(?![^,]{0,200};base64,)[^,]{0,200},/i

/** The bytes of a data URI that has them as percent-encoded text, as those of an SVG often are. */
function fromDataUri(text: string): FoundImage | null {
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
