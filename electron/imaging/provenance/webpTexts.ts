import type { FileHandle } from 'node:fs/promises'
import { unmarkedExif } from '../exif/tiff'
import { bytesAt, decoded, type FileTexts, noTexts, partsMaximum, textMaximum } from './fileTexts'

/** Goes from chunk to chunk of a RIFF file. */
export async function webpTexts(file: FileHandle): Promise<FileTexts> {
  let exif: Buffer | null = null
  let xmp: string | null = null
  let hasCredentials = false
  let at = 12
  for (let chunks = 0; chunks < partsMaximum; chunks++) {
    const head = await bytesAt(file, at, 8)
    if (head === null) break
    const type = head.toString('latin1', 0, 4)
    if (type === 'C2PA') hasCredentials = true
    const length = head.readUInt32LE(4)
    const isText = (type === 'EXIF' || type === 'XMP ') && length <= textMaximum
    const data = isText ? await bytesAt(file, at + 8, length) : null
    if (data !== null && type === 'EXIF') exif ??= unmarkedExif(data)
    else if (data !== null) xmp ??= decoded(data)
    // Each chunk begins at an even place.
    at += 8 + length + (length % 2)
  }
  return { ...noTexts, exif, xmp, hasCredentials }
}
