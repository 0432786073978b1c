import { type FileItem, itemsIn } from '../boxes/items'
import { unmarkedExif } from '../exif/tiff'
import { decoded, type FileTexts, noTexts, type SearchedFile, textMaximum } from './fileTexts'

/** Names the box that C2PA has in such files. */
const credentials = 'd8fec3d61b0e483c92975828877ec481'

/** Goes from box to box, and reads the items that the box `meta` names. */
export async function avifTexts(file: SearchedFile): Promise<FileTexts> {
  let texts: FileTexts | null = null
  let hasCredentials = false
  let at = 0
  for (;;) {
    const head = await file.part(at, 24)
    if (head === null) break
    const type = head.toString('latin1', 4, 8)
    const stated = head.readUInt32BE(0)
    const headBytes = stated === 1 ? 16 : 8
    const length = stated === 1 ? Number(head.readBigUInt64BE(8)) : stated === 0 ? file.size - at : stated
    if (length < headBytes) break
    if (type === 'uuid' && head.toString('hex', 8, 24) === credentials) hasCredentials = true
    // Version and flags come before its content. A file has one.
    const isMeta = type === 'meta' && texts === null && length <= textMaximum && length > headBytes + 4
    const meta = isMeta ? await file.text(at + headBytes + 4, length - headBytes - 4) : null
    if (meta !== null) texts = await textsIn(file, meta)
    at += length
  }
  return { ...(texts ?? noTexts), hasCredentials }
}

async function textsIn(file: SearchedFile, meta: Buffer): Promise<FileTexts> {
  let exif: Buffer | null = null
  let xmp: string | null = null
  for (const item of items(meta)) {
    if (!file.budget.part()) break
    const isXmp = item.type === 'mime' && item.contentType === 'application/rdf+xml'
    const [extent] = item.extents
    const isNew = isXmp ? xmp === null : item.type === 'Exif' && exif === null
    const isRead = isNew && item.from === 'file' && item.extents.length === 1
    if (!isRead || extent === undefined || extent.length > textMaximum) continue
    const data = await file.text(extent.offset, extent.length)
    if (data === null) continue
    if (isXmp) xmp = decoded(data)
    // Its first four bytes say how many more come before the block.
    else if (data.length > 8) exif = unmarkedExif(data.subarray(4))
  }
  return { ...noTexts, exif, xmp }
}

function items(meta: Buffer): readonly FileItem[] {
  try {
    return itemsIn(meta)
  } catch (problem) {
    if (problem instanceof RangeError) return []
    throw problem
  }
}
