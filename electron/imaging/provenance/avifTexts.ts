import type { FileHandle } from 'node:fs/promises'
import { type FileItem, itemsIn } from '../boxes/items'
import { unmarkedExif } from '../exif/tiff'
import { bytesAt, decoded, type FileTexts, noTexts, partsMaximum, textMaximum } from './fileTexts'

/** Names the box that C2PA has in such files. */
const credentials = 'd8fec3d61b0e483c92975828877ec481'

/** Goes from box to box, and reads the items that the box `meta` names. */
export async function avifTexts(file: FileHandle): Promise<FileTexts> {
  let texts = noTexts
  let hasCredentials = false
  let at = 0
  const { size } = await file.stat()
  for (let boxes = 0; boxes < partsMaximum; boxes++) {
    const head = await bytesAt(file, at, 24)
    if (head === null) break
    const type = head.toString('latin1', 4, 8)
    const stated = head.readUInt32BE(0)
    const headBytes = stated === 1 ? 16 : 8
    const length = stated === 1 ? Number(head.readBigUInt64BE(8)) : stated === 0 ? size - at : stated
    if (length < headBytes) break
    if (type === 'uuid' && head.toString('hex', 8, 24) === credentials) hasCredentials = true
    // Version and flags come before its content.
    const isMeta = type === 'meta' && length <= textMaximum && length > headBytes + 4
    const meta = isMeta ? await bytesAt(file, at + headBytes + 4, length - headBytes - 4) : null
    if (meta !== null) texts = await textsIn(file, meta)
    at += length
  }
  return { ...texts, hasCredentials }
}

async function textsIn(file: FileHandle, meta: Buffer): Promise<FileTexts> {
  let exif: Buffer | null = null
  let xmp: string | null = null
  for (const item of items(meta)) {
    const isXmp = item.type === 'mime' && item.contentType === 'application/rdf+xml'
    const [extent] = item.extents
    const isRead = (isXmp || item.type === 'Exif') && item.from === 'file' && item.extents.length === 1
    if (!isRead || extent === undefined || extent.length > textMaximum) continue
    const data = await bytesAt(file, extent.offset, extent.length)
    if (data === null) continue
    if (isXmp) xmp ??= decoded(data)
    // Its first four bytes say how many more come before the block.
    else if (data.length > 8) exif ??= unmarkedExif(data.subarray(4))
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
