import { type Directory, readDirectory, readNumber, readTiff } from '../exif/tiff'
import { decoded } from './fileTexts'

/** What is read of an EXIF block. */
export interface ExifTexts {
  readonly description: string | null
  readonly comment: string | null
  readonly software: string | null
  readonly make: string | null
  readonly model: string | null
  /** Milliseconds since the epoch; EXIF states no time zone, so it is the computer's. */
  readonly takenAt: number | null
}

export const noExif: ExifTexts = {
  description: null,
  comment: null,
  software: null,
  make: null,
  model: null,
  takenAt: null,
}

const tag = {
  description: 0x010e,
  make: 0x010f,
  model: 0x0110,
  software: 0x0131,
  changed: 0x0132,
  more: 0x8769,
  taken: 0x9003,
  comment: 0x9286,
  windowsComment: 0x9c9c,
}

/** Reads a TIFF block within its bounds. What is broken is left out. */
export function readExif(block: Buffer): ExifTexts {
  const tiff = readTiff(block)
  if (tiff === null) return noExif
  const { isLittle, first } = tiff
  const pointer = first.get(tag.more)
  const more: Directory =
    pointer === undefined || pointer.length < 4
      ? new Map()
      : readDirectory(block, isLittle, readNumber(pointer, 0, 4, isLittle))
  const ascii = (entry: number): string | null => textOf(first.get(entry) ?? more.get(entry), trimmedText)
  return {
    description: ascii(tag.description),
    software: ascii(tag.software),
    make: ascii(tag.make),
    model: ascii(tag.model),
    comment:
      textOf(more.get(tag.comment) ?? first.get(tag.comment), (bytes) => userComment(bytes, isLittle)) ??
      textOf(first.get(tag.windowsComment), (bytes) => utf16(bytes, true)),
    takenAt: timeOf(ascii(tag.taken) ?? ascii(tag.changed)),
  }
}

function textOf(bytes: Buffer | undefined, read: (bytes: Buffer) => string): string | null {
  const text = bytes === undefined ? '' : read(bytes).trim()
  return text === '' ? null : text
}

/** Ends at the first zero. */
function trimmedText(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return decoded(end < 0 ? bytes : bytes.subarray(0, end))
}

const markBytes = 8

/** Its first eight bytes name its encoding. */
function userComment(bytes: Buffer, isLittle: boolean): string {
  const mark = bytes.toString('latin1', 0, markBytes)
  const text = bytes.subarray(markBytes)
  if (mark.startsWith('UNICODE')) return utf16(text, seemsLittle(text, isLittle))
  if (mark.startsWith('JIS')) return japanese(text)
  return mark.startsWith('ASCII') || mark === '\0'.repeat(markBytes) ? trimmedText(text) : trimmedText(bytes)
}

/** Programs disagree on the order of the two bytes, and few write a mark. */
function seemsLittle(text: Buffer, isLittle: boolean): boolean {
  const [first, second] = text
  if (first === 0xff && second === 0xfe) return true
  if (first === 0xfe && second === 0xff) return false
  let [low, high] = [0, 0]
  for (let at = 0; at + 1 < Math.min(text.length, 200); at += 2) {
    if (text[at] === 0) high++
    if (text[at + 1] === 0) low++
  }
  return low === high ? isLittle : low > high
}

function utf16(bytes: Buffer, isLittle: boolean): string {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(whole)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

function japanese(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return new TextDecoder('iso-2022-jp').decode(end < 0 ? bytes : bytes.subarray(0, end))
}

const timePattern = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/

/** Null for anything that isn't a time, such as the zeros of a camera whose clock was never set. */
export function timeOf(text: string | null): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    timePattern
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31) return null
  const time = new Date(year, month - 1, day, hour, minute, second).getTime()
  return time >= 0 ? time : null
}
