import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { unmarkedExif } from '../exif/tiff'
import { bytesAt, decoded, type FileTexts, partsMaximum, textMaximum } from './fileTexts'

const headBytes = 8
const sumBytes = 4
const xmpKeyword = 'XML:com.adobe.xmp'

const texts: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf'])

/** Goes from chunk to chunk: texts may stand before or after the pixels, which aren't read. */
export async function pngTexts(file: FileHandle): Promise<FileTexts> {
  const named = new Map<string, string>()
  let exif: Buffer | null = null
  let hasCredentials = false
  let left = textMaximum
  let at = headBytes
  for (let chunks = 0; chunks < partsMaximum; chunks++) {
    const head = await bytesAt(file, at, headBytes)
    if (head === null) break
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    if (type === 'IEND') break
    if (type === 'caBX') hasCredentials = true
    const data = texts.has(type) && length <= left ? await bytesAt(file, at + headBytes, length) : null
    if (data !== null && type === 'eXIf') exif ??= unmarkedExif(data)
    else if (data !== null) {
      const text = await namedText(type, data, left)
      // The first of a name counts: what was appended to a finished file may be anything.
      if (text !== null && !named.has(text.keyword)) {
        named.set(text.keyword, decoded(text.bytes))
        left -= text.bytes.length
      }
    }
    at += headBytes + length + sumBytes
  }
  const xmp = named.get(xmpKeyword) ?? null
  named.delete(xmpKeyword)
  return { named, exif, xmp, hasCredentials }
}

interface NamedText {
  readonly keyword: string
  readonly bytes: Buffer
}

/** Null for a text that is broken, or longer than `room` once it is unpacked. */
async function namedText(type: string, data: Buffer, room: number): Promise<NamedText | null> {
  const end = data.indexOf(0)
  if (end < 1 || end > 79) return null
  const keyword = data.toString('latin1', 0, end)
  const rest = data.subarray(end + 1)
  if (type === 'tEXt') return { keyword, bytes: rest }
  const packed = type === 'zTXt' ? { isPacked: true, bytes: rest.subarray(1) } : internationalText(rest)
  if (packed === null) return null
  const bytes = packed.isPacked ? await unpacked(packed.bytes, room) : packed.bytes
  return bytes === null ? null : { keyword, bytes }
}

/** After the keyword: a flag, the method, a language and a translated keyword, each of which ends with a zero. */
function internationalText(rest: Buffer): { readonly isPacked: boolean; readonly bytes: Buffer } | null {
  const language = rest.indexOf(0, 2)
  const translation = language < 0 ? -1 : rest.indexOf(0, language + 1)
  return translation < 0 ? null : { isPacked: rest[0] === 1, bytes: rest.subarray(translation + 1) }
}

const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)

async function unpacked(bytes: Buffer, room: number): Promise<Buffer | null> {
  try {
    return await unpack(bytes, { maxOutputLength: Math.max(1, room) })
  } catch {
    return null
  }
}
