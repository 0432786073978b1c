import { unmarkedExif } from '../exif/tiff'
import { decoded, type FileTexts, noTexts, type SearchedFile, textMaximum } from './fileTexts'

/** Goes from chunk to chunk of a RIFF file. */
export async function webpTexts(file: SearchedFile): Promise<FileTexts> {
  let exif: Buffer | null = null
  let xmp: string | null = null
  let hasCredentials = false
  let at = 12
  for (;;) {
    const head = await file.part(at, 8)
    if (head === null) break
    const type = head.toString('latin1', 0, 4)
    if (type === 'C2PA') hasCredentials = true
    const length = head.readUInt32LE(4)
    const isNew = (type === 'EXIF' && exif === null) || (type === 'XMP ' && xmp === null)
    const data = isNew && length <= textMaximum ? await file.text(at + 8, length) : null
    if (data !== null && type === 'EXIF') exif = unmarkedExif(data)
    else if (data !== null) xmp = decoded(data)
    // Each chunk begins at an even place.
    at += 8 + length + (length % 2)
  }
  return { ...noTexts, exif, xmp, hasCredentials }
}
