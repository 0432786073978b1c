import { type Box, boxesIn } from './boxes'

export interface Extent {
  readonly offset: number
  readonly length: number
}

/** A part of a file: the picture, its transparency, or what is said about it. */
export interface FileItem {
  readonly id: number
  /** Four characters, for example `av01`, `Exif` or `mime`. */
  readonly type: string
  /** Of `mime`. */
  readonly contentType: string
  /** `file`: at places in the file; `meta`: in the box `idat`; `other`: computed from other items. */
  readonly from: 'file' | 'meta' | 'other'
  readonly extents: readonly Extent[]
}

/** The most items and extents to read of a file. */
const itemMaximum = 10_000

/** What the content of the box `meta`, without version and flags, says about items. Throws RangeError if it's broken. */
export function itemsIn(meta: Buffer): readonly FileItem[] {
  const boxes = boxesIn(meta)
  const places = placesIn(contentOf(meta, boxes, 'iloc'))
  return typesIn(contentOf(meta, boxes, 'iinf')).map((item) => ({
    ...item,
    ...(places.get(item.id) ?? { from: 'other', extents: [] }),
  }))
}

export function contentOf(bytes: Buffer, boxes: readonly Box[], type: string): Buffer {
  const box = boxes.find((one) => one.type === type)
  return box === undefined ? Buffer.alloc(0) : bytes.subarray(box.start, box.end)
}

function typesIn(iinf: Buffer): readonly Pick<FileItem, 'id' | 'type' | 'contentType'>[] {
  if (iinf.length < 6) return []
  return boxesIn(iinf, iinf[0] === 0 ? 6 : 8).flatMap(({ type, start, end }) => {
    const version = iinf[start] ?? 0
    if (type !== 'infe' || version < 2) return []
    const idBytes = version === 2 ? 2 : 4
    const afterId = start + 4 + idBytes
    if (afterId + 6 > end) return []
    const [, contentType = ''] = iinf.toString('utf8', afterId + 6, end).split('\0')
    return [
      {
        id: iinf.readUIntBE(start + 4, idBytes),
        type: iinf.toString('latin1', afterId + 2, afterId + 6),
        contentType,
      },
    ]
  })
}

const sources = ['file', 'meta'] as const

function placesIn(iloc: Buffer): ReadonlyMap<number, Pick<FileItem, 'from' | 'extents'>> {
  const places = new Map<number, Pick<FileItem, 'from' | 'extents'>>()
  if (iloc.length < 8) return places
  let at = 0
  const number = (width: number): number => {
    if (at + width > iloc.length) throw new RangeError('broken iloc')
    const value =
      width === 0 ? 0 : width === 8 ? Number(iloc.readBigUInt64BE(at)) : iloc.readUIntBE(at, width)
    at += width
    return value
  }
  const version = number(1)
  at = 4
  const sizes = number(2)
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [12, 8, 4, 0].map((bit) => (sizes >> bit) & 15)
  const idBytes = version < 2 ? 2 : 4
  const count = number(idBytes)
  if (count > itemMaximum) throw new RangeError('too many items')
  let extentsLeft = itemMaximum
  for (let item = 0; item < count; item++) {
    const id = number(idBytes)
    const method = version === 0 ? 0 : number(2) & 15
    const isElsewhere = number(2) !== 0
    const base = number(width(baseBytes))
    const extentCount = number(2)
    extentsLeft -= extentCount
    if (extentsLeft < 0) throw new RangeError('too many extents')
    const extents = Array.from({ length: extentCount }, () => {
      if (version > 0) number(width(indexBytes))
      const offset = base + number(width(offsetBytes))
      return { offset, length: number(width(lengthBytes)) }
    })
    places.set(id, { from: isElsewhere ? 'other' : (sources[method] ?? 'other'), extents })
  }
  return places
}

/** The widths that the format knows. */
function width(bytes: number | undefined): number {
  if (bytes !== 0 && bytes !== 4 && bytes !== 8) throw new RangeError('broken iloc')
  return bytes
}
