import type { ImageFormat } from '@shared/model/image'
import { formatOf, signatureBytes } from '@shared/model/imageSignature'
import { avifSize } from './avifHeader'
import { withFile } from './openedFile'
import type { PictureSize } from './pictureSize'
import type { FileBytes } from './reading/fileBytes'
import { Unusable } from './unusable'

/** The most segments before the picture of a JPEG; no camera writes as many. */
const segmentMaximum = 10_000
/** The bytes that each size reader may look at: nothing can be determined from a shorter file. */
const shortest = 32

type ReadSize = (file: FileBytes, head: Buffer) => PictureSize | null | Promise<PictureSize | null>

const readers: Readonly<Record<ImageFormat, ReadSize>> = {
  png: (_, head) =>
    head.toString('latin1', 12, 16) === 'IHDR'
      ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
      : null,
  gif: (_, head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  webp: (_, head) => webpSize(head),
  jpeg: jpegSize,
  avif: avifSize,
}

export interface ImageHeader {
  readonly format: ImageFormat
  /** Null if the file states no possible size. */
  readonly size: PictureSize | null
}

/**
 * What the header of a file says, read by our own code and within bounds. Even for this little, a decoder would unpack
 * whatever else is in the file. Throws Unusable `imageNotAnImage` or `imageLost`.
 */
export async function readHeader(path: string): Promise<ImageHeader> {
  return await withFile(path, async (file) => {
    const head = await file.upTo(0, signatureBytes)
    const format = formatOf(head)
    if (format === null) throw new Unusable('imageNotAnImage')
    const size = head.length < shortest ? null : await readers[format](file, head)
    return { format, size: size !== null && size.width > 0 && size.height > 0 ? size : null }
  })
}

/** From the first chunk: the canvas of an extended file, otherwise the picture itself. */
function webpSize(head: Buffer): PictureSize | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

/** From segment to segment, up to the one that begins the frame. */
async function jpegSize(file: FileBytes): Promise<PictureSize | null> {
  let at = 2
  for (let segments = 0; segments < segmentMaximum; segments++) {
    const head = await file.at(at, 9)
    if (head === null || head[0] !== 0xff) return null
    const marker = head[1] ?? 0
    if (isFrame(marker)) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    // Any number of these may come before a marker.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(2)
  }
  return null
}

/** C0 to CF, except for tables and reserved ones. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
