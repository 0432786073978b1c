import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { unmarkedExif } from '../exif/tiff'
import { decoded, type FileTexts, type SearchedFile, textMaximum } from './fileTexts'
import type { ReadingBudget } from './readingBudget'

const headBytes = 8
const sumBytes = 4
const xmpKeyword = 'XML:com.adobe.xmp'

const texts: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Goes from chunk to chunk: texts may stand before or after the pixels, which aren't read. */
export async function pngTexts(file: SearchedFile): Promise<FileTexts> {
  const { budget } = file
  const named = new Map<string, string>()
  let exif: Buffer | null = null
  let hasCredentials = false
  let left = textMaximum
  let at = headBytes
  for (;;) {
    const head = await file.part(at, headBytes)
    if (head === null) break
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    if (type === 'IEND') break
    if (type === 'caBX') hasCredentials = true
    const isRead = length <= left && (texts.has(type) || (type === 'eXIf' && exif === null))
    const data = isRead ? await file.text(at + headBytes, length) : null
    if (data !== null && type === 'eXIf') exif = unmarkedExif(data)
    else if (data !== null) {
      const text = packedText(type, data)
      // The first of a name counts: what was appended to a finished file may be anything.
      const bytes = text === null || named.has(text.keyword) ? null : await plainBytes(text, left, budget)
      if (text !== null && bytes !== null) {
        named.set(text.keyword, decoded(bytes))
        left -= bytes.length
      }
    }
    at += headBytes + length + sumBytes
  }
  const xmp = named.get(xmpKeyword) ?? null
  named.delete(xmpKeyword)
  return { named, exif, xmp, hasCredentials }
}

interface PackedText {
  readonly keyword: string
  readonly isPacked: boolean
  readonly bytes: Buffer
}

/** Null for a text that is broken. */
function packedText(type: string, data: Buffer): PackedText | null {
  const end = data.indexOf(0)
  if (end < 1 || end > 79) return null
  const keyword = data.toString('latin1', 0, end)
  const rest = data.subarray(end + 1)
  if (type === 'tEXt') return { keyword, isPacked: false, bytes: rest }
  if (type === 'zTXt') return { keyword, isPacked: true, bytes: rest.subarray(1) }
  // A flag, the method, a language and a translated keyword, each of which ends with a zero.
  const language = rest.indexOf(0, 2)
  const translation = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return translation < 0 ? null : { keyword, isPacked: rest[0] === 1, bytes: rest.subarray(translation + 1) }
}

const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)

/** Null for a text that can't be unpacked, or is longer than `room` or the budget once it is. */
async function plainBytes(
  { isPacked, bytes }: PackedText,
  room: number,
  budget: ReadingBudget,
): Promise<Buffer | null> {
  if (!isPacked) return bytes
  const maxOutputLength = Math.min(room, budget.room)
  if (maxOutputLength < 1) return null
  // What fails may have been unpacked almost to its end.
  const plain = await unpack(bytes, { maxOutputLength }).catch(() => null)
  budget.take(plain?.length ?? maxOutputLength)
  return plain
}
