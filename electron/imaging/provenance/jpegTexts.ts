import type { FileHandle } from 'node:fs/promises'
import { bytesAt, decoded, type FileTexts, partsMaximum, unmarkedExif } from './fileTexts'

const exifMark = 'Exif\0\0'
const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'

/** Of the markers, those that are read: application data and comments, up to the pixels. */
const marker = { application: 0xe1, comment: 0xfe, pixels: 0xda, end: 0xd9 }

/** Goes from segment to segment, none of which is longer than 64 KB. */
export async function jpegTexts(file: FileHandle): Promise<FileTexts> {
  const named = new Map<string, string>()
  let exif: Buffer | null = null
  let xmp: string | null = null
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
    if (kind === marker.application || kind === marker.comment) {
      const data = await bytesAt(file, at + 4, Math.max(0, length - 2))
      if (data === null) break
      if (kind === marker.comment) named.set('Comment', decoded(data))
      else if (begins(data, exifMark)) exif ??= unmarkedExif(data)
      else if (begins(data, xmpMark)) xmp ??= decoded(data.subarray(xmpMark.length))
    }
    at += 2 + length
  }
  return { named, exif, xmp }
}

const begins = (data: Buffer, mark: string): boolean => data.toString('latin1', 0, mark.length) === mark
