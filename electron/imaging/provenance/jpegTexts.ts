import type { FileHandle } from 'node:fs/promises'
import { exifMark, unmarkedExif } from '../exif/tiff'
import { bytesAt, decoded, type FileTexts, partsMaximum, textMaximum } from './fileTexts'

const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const extensionMark = 'http://ns.adobe.com/xmp/extension/\0'

/** Of the markers, those that are read: application data and comments, up to the pixels. */
const marker = { application: 0xe1, boxes: 0xeb, comment: 0xfe, pixels: 0xda, end: 0xd9 }
const read: ReadonlySet<number> = new Set([marker.application, marker.boxes, marker.comment])

/** Goes from segment to segment, none of which is longer than 64 KB. */
export async function jpegTexts(file: FileHandle): Promise<FileTexts> {
  const named = new Map<string, string>()
  const extensions: Buffer[] = []
  let extended = 0
  let exif: Buffer | null = null
  let xmp: string | null = null
  let hasCredentials = false
  let at = 2
  for (let segments = 0; segments < partsMaximum; segments++) {
    const head = await bytesAt(file, at, 4)
    const kind = head?.[1] ?? marker.end
    if (head === null || head[0] !== 0xff || kind === marker.pixels || kind === marker.end) break
    // Any number of these may come before a marker.
    if (kind === 0xff) {
      at += 1
      continue
    }
    const length = head.readUInt16BE(2)
    if (read.has(kind)) {
      const data = await bytesAt(file, at + 4, Math.max(0, length - 2))
      if (data === null) break
      if (kind === marker.comment) named.set('Comment', decoded(data))
      else if (kind === marker.boxes) hasCredentials ||= isCredentials(data)
      else if (begins(data, exifMark)) exif ??= unmarkedExif(data)
      else if (begins(data, xmpMark)) xmp ??= decoded(data.subarray(xmpMark.length))
      else if (begins(data, extensionMark) && extended + data.length <= textMaximum) {
        extensions.push(data.subarray(extensionMark.length))
        extended += data.length
      }
    }
    at += 2 + length
  }
  return { named, exif, xmp: xmp === null ? null : xmp + extensionOf(xmp, extensions), hasCredentials }
}

const begins = (data: Buffer, mark: string): boolean => data.toString('latin1', 0, mark.length) === mark

const nameBytes = 32
/** The name, the length of the whole, and the place of the part in it. */
const partHeadBytes = nameBytes + 8

/** What a packet says is continued in other segments, as far as the parts follow each other. */
function extensionOf(packet: string, parts: readonly Buffer[]): string {
  const name = /HasExtendedXMP(?:="|>)([0-9A-F]{32})/.exec(packet)?.[1]
  if (name === undefined) return ''
  const own = parts
    .filter((part) => part.length > partHeadBytes && part.toString('latin1', 0, nameBytes) === name)
    .sort((a, b) => a.readUInt32BE(nameBytes + 4) - b.readUInt32BE(nameBytes + 4))
  return decoded(Buffer.concat(own.map((part) => part.subarray(partHeadBytes))))
}

/** After the segment's number and sequence comes its first box, which names C2PA. */
function isCredentials(data: Buffer): boolean {
  return data.toString('latin1', 0, 2) === 'JP' && data.toString('latin1', 12, 64).includes('c2pa')
}
