import { number } from '../boxes/boxes'
import { readNumber, readTiff } from '../exif/tiff'
import { localTime } from './localTime'
import { writableText } from './writableText'

const type = { ascii: 2, short: 3, long: 4, bytes: 7 } as const

interface Entry {
  readonly tag: number
  readonly type: number
  /** How many values; of text and bytes, how many bytes. */
  readonly count: number
  readonly value: Buffer
}

const orientationTag = 0x0112
const entryBytes = 12
/** Where the first directory is. */
const firstAt = 8

/** How a picture is to be turned, from 1 to 8; 1 for as it is. */
export type Orientation = number

export interface ExifContent {
  readonly orientation: Orientation
  /** Null for a block that says nothing else. */
  readonly told: { readonly software: string; readonly comment: string; readonly savedAt: number } | null
}

/** A big-endian TIFF block, which is what programs take the bytes of a `UNICODE` comment for. */
export function exifBlock({ orientation, told }: ExifContent): Buffer {
  const turned =
    orientation === 1
      ? []
      : [{ tag: orientationTag, type: type.short, count: 1, value: number(orientation, 2) }]
  if (told === null) return Buffer.concat([header, directory(turned, firstAt)])
  const { software, comment, savedAt } = told
  const { day, time, zone } = localTime(savedAt)
  const own = [...turned, ascii(0x0131, software)]
  const pointer = (at: number): Entry => ({ tag: 0x8769, type: type.long, count: 1, value: number(at, 4) })
  const moreAt = firstAt + directory([...own, pointer(0)], firstAt).length
  const more = [
    bytes(0x9000, Buffer.from('0232')),
    ascii(0x9003, `${day.replaceAll('-', ':')} ${time}`),
    ascii(0x9011, zone),
    bytes(0x9286, Buffer.concat([Buffer.from('UNICODE\0'), utf16(writableText(comment))])),
  ]
  return Buffer.concat([header, directory([...own, pointer(moreAt)], firstAt), directory(more, moreAt)])
}

const header = Buffer.from('MM\0\x2a\0\0\0\x08', 'latin1')

/** Entries in the order of their tags, followed by the values that have no room in them; ends on an even place. */
function directory(entries: readonly Entry[], at: number): Buffer {
  const valuesAt = at + 2 + entries.length * entryBytes + 4
  const values: Buffer[] = []
  let used = 0
  const heads = entries.map((entry) => {
    const { tag, type: kind, count, value } = entry
    const isInside = value.length <= 4
    const place = isInside
      ? Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4)
      : number(valuesAt + used, 4)
    if (!isInside) {
      const even = Buffer.concat([value, Buffer.alloc(value.length % 2)])
      values.push(even)
      used += even.length
    }
    return Buffer.concat([number(tag, 2), number(kind, 2), number(count, 4), place])
  })
  return Buffer.concat([number(entries.length, 2), ...heads, number(0, 4), ...values])
}

function bytes(tag: number, value: Buffer): Entry {
  return { tag, type: type.bytes, count: value.length, value }
}

function ascii(tag: number, text: string): Entry {
  return { ...bytes(tag, Buffer.from(`${text}\0`)), type: type.ascii }
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** What a block says about turning; 1 if it says nothing, or is broken. */
export function orientationIn(block: Buffer): Orientation {
  const tiff = readTiff(block)
  const turned = tiff?.first.get(orientationTag)
  if (tiff === null || turned === undefined || turned.length < 2) return 1
  const value = readNumber(turned, 0, 2, tiff.isLittle)
  return value >= 1 && value <= 8 ? value : 1
}
