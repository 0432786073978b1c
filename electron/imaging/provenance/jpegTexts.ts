import { exifMark } from '../exif/tiff'
import { decoded, type FileTexts, type SearchedFile, textMaximum } from './fileTexts'

const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const extensionMark = 'http://ns.adobe.com/xmp/extension/\0'

/** Of the markers, those that are read: application data and comments, up to the pixels. */
const marker = { application: 0xe1, boxes: 0xeb, comment: 0xfe, pixels: 0xda, end: 0xd9 }
/** Bytes of application data that tell what it is. */
const markBytes = 64

/** Goes from segment to segment, none of which is longer than 64 KB. */
export async function jpegTexts(file: SearchedFile): Promise<FileTexts> {
  let comment: string | null = null
  const extensions: Buffer[] = []
  let extended = 0
  let exif: Buffer | null = null
  let xmp: string | null = null
  let hasCredentials = false
  let at = 2
  for (;;) {
    const head = await file.part(at, 4)
    const kind = head?.[1] ?? marker.end
    if (head === null || head[0] !== 0xff || kind === marker.pixels || kind === marker.end) break
    // Any number of these may come before a marker.
    if (kind === 0xff) {
      at += 1
      continue
    }
    const length = head.readUInt16BE(2)
    const from = at + 4
    const bytes = Math.max(0, length - 2)
    if (kind === marker.comment) {
      const data = await file.text(from, bytes)
      if (data !== null) comment = decoded(data)
    } else if (kind === marker.boxes || kind === marker.application) {
      const mark = (await file.text(from, Math.min(bytes, markBytes))) ?? Buffer.alloc(0)
      if (kind === marker.boxes) hasCredentials ||= isCredentials(mark)
      else if (begins(mark, exifMark))
        exif ??= await file.text(from + exifMark.length, bytes - exifMark.length)
      else if (begins(mark, xmpMark)) xmp ??= await packetIn(file, from, bytes)
      else if (begins(mark, extensionMark) && extended + bytes <= textMaximum) {
        const data = await file.text(from, bytes)
        if (data !== null) extensions.push(data.subarray(extensionMark.length))
        extended += bytes
      }
    }
    at += 2 + length
  }
  const named = new Map(comment === null ? [] : [['Comment', comment] as const])
  return { named, exif, xmp: xmp === null ? null : xmp + extensionOf(xmp, extensions), hasCredentials }
}

async function packetIn(file: SearchedFile, from: number, bytes: number): Promise<string | null> {
  const data = await file.text(from + xmpMark.length, bytes - xmpMark.length)
  return data === null ? null : decoded(data)
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
  return data.toString('latin1', 0, 2) === 'JP' && data.toString('latin1', 12, markBytes).includes('c2pa')
}
