/** The bytes of each entry that lies within the block, by its tag. */
export type Directory = ReadonlyMap<number, Buffer>

/** Bytes of one value of each of TIFF's types. */
const widths: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/** The most entries of a directory; no program writes as many. */
const entriesMaximum = 1000

/** A TIFF block's byte order and first directory; null for anything else. */
export function readTiff(block: Buffer): { readonly isLittle: boolean; readonly first: Directory } | null {
  const order = block.toString('latin1', 0, 2)
  if (block.length < 8 || (order !== 'II' && order !== 'MM')) return null
  const isLittle = order === 'II'
  return { isLittle, first: readDirectory(block, isLittle, readNumber(block, 4, 4, isLittle)) }
}

export function readNumber(bytes: Buffer, at: number, width: 2 | 4, isLittle: boolean): number {
  return isLittle ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width)
}

/** Of entries with the same tag, the first. */
export function readDirectory(block: Buffer, isLittle: boolean, at: number): Directory {
  const entries = new Map<number, Buffer>()
  if (at + 2 > block.length) return entries
  const count = Math.min(entriesMaximum, readNumber(block, at, 2, isLittle))
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12
    if (entry + 12 > block.length) break
    const tag = readNumber(block, entry, 2, isLittle)
    const width = widths[readNumber(block, entry + 2, 2, isLittle)] ?? 0
    const length = width * readNumber(block, entry + 4, 4, isLittle)
    const start = length <= 4 ? entry + 8 : readNumber(block, entry + 8, 4, isLittle)
    if (length > 0 && start + length <= block.length && !entries.has(tag))
      entries.set(tag, block.subarray(start, start + length))
  }
  return entries
}

/** Before the block in a JPEG. */
export const exifMark = 'Exif\0\0'

/** Some programs put the mark of a JPEG segment before it in other formats too. */
export function unmarkedExif(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, exifMark.length) === exifMark ? bytes.subarray(exifMark.length) : bytes
}
