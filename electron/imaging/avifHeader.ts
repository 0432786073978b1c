import type { PictureSize } from './pictureSize'
import type { FileBytes } from './reading/fileBytes'

/** The most boxes to look at in a box, and bytes to read of one: far more than any picture has. */
const boxMaximum = 1_000
const bytesMaximum = 256 * 1024
/** Of a size, with its version. */
const ispeBytes = 12

interface Box {
  readonly type: string
  /** Where its content is in the file; `end` is one past the last byte. */
  readonly start: number
  readonly end: number
}

/** The boxes between two positions in a file, as long as they make sense. */
async function boxesIn(file: FileBytes, from: number, to: number): Promise<readonly Box[]> {
  const boxes: Box[] = []
  let at = from
  while (boxes.length < boxMaximum && at + 8 <= to) {
    // One that ends the file may be as short as its length and type.
    const head = Buffer.alloc(16)
    await file.fill(head, at)
    const stated = head.readUInt32BE(0)
    const headBytes = stated === 1 ? 16 : 8
    const bytes = stated === 1 ? Number(head.readBigUInt64BE(8)) : stated === 0 ? to - at : stated
    if (bytes < headBytes || at + bytes > to) return boxes
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + bytes })
    at += bytes
  }
  return boxes
}

async function contentOf(file: FileBytes, box: Box | undefined, most = bytesMaximum): Promise<Buffer> {
  if (box === undefined) return Buffer.alloc(0)
  return await file.upTo(box.start, Math.min(most, box.end - box.start))
}

const named = (boxes: readonly Box[], type: string) => boxes.find((box) => box.type === type)

/** The size of the picture to be shown, from its properties; if it can't be determined, the largest size there is. */
export async function avifSize(file: FileBytes): Promise<PictureSize | null> {
  const meta = named(await boxesIn(file, 0, file.size), 'meta')
  if (meta === undefined) return null
  // In these boxes, a version and flags come before the content.
  const inMeta = await boxesIn(file, meta.start + 4, meta.end)
  const iprp = named(inMeta, 'iprp')
  if (iprp === undefined) return null
  const inIprp = await boxesIn(file, iprp.start, iprp.end)
  const ipco = named(inIprp, 'ipco')
  if (ipco === undefined) return null
  const properties = await boxesIn(file, ipco.start, ipco.end)
  const sizes = await Promise.all(
    properties.map(async (box) =>
      box.type === 'ispe' ? sizeIn(await contentOf(file, box, ispeBytes)) : null,
    ),
  )
  const primary = itemIn(await contentOf(file, named(inMeta, 'pitm')))
  const associated = associatedIn(await contentOf(file, named(inIprp, 'ipma')), primary)
  const own = associated.flatMap((number) => sizes[number - 1] ?? [])
  const largest = sizes.flatMap((one) => one ?? []).sort((a, b) => b.width * b.height - a.width * a.height)
  return own[0] ?? largest[0] ?? null
}

function sizeIn(ispe: Buffer): PictureSize | null {
  return ispe.length < 12 ? null : { width: ispe.readUInt32BE(4), height: ispe.readUInt32BE(8) }
}

/** From version 1 on, ids are twice as long. */
function itemIn(pitm: Buffer): number | null {
  const idBytes = pitm[0] === 0 ? 2 : 4
  return pitm.length < 4 + idBytes ? null : pitm.readUIntBE(4, idBytes)
}

/** The numbers of an item's properties, from 1; none if the box doesn't mention the item. */
function associatedIn(ipma: Buffer, item: number | null): readonly number[] {
  if (ipma.length < 8 || item === null) return []
  const idBytes = ipma[0] === 0 ? 2 : 4
  const numberBytes = ((ipma[3] ?? 0) & 1) === 0 ? 1 : 2
  // The first bit of a number means that the property must be understood.
  const numberBits = numberBytes === 1 ? 0x7f : 0x7fff
  let at = 8
  while (at + idBytes < ipma.length) {
    const id = ipma.readUIntBE(at, idBytes)
    const count = ipma[at + idBytes] ?? 0
    const first = at + idBytes + 1
    at = first + count * numberBytes
    if (at > ipma.length) return []
    if (id === item)
      return Array.from(
        { length: count },
        (_, index) => ipma.readUIntBE(first + index * numberBytes, numberBytes) & numberBits,
      )
  }
  return []
}
