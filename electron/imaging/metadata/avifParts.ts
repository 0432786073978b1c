import { boxesIn } from '../boxes/boxes'
import { contentOf, type FileItem, itemsIn } from '../boxes/items'
import { avifPixels } from './avifPixels'
import { isKnownUse, type PlainProperty, plainProperties, propertiesIn } from './avifProperties'
import { Unfit } from './unfit'

/** A part of the picture, with the properties it needs. */
export interface AvifPart {
  readonly id: number
  readonly type: string
  /** Empty except of `mime`. */
  readonly contentType: string
  readonly isHidden: boolean
  readonly data: Buffer
  readonly properties: readonly PlainProperty[]
}

export interface Reference {
  readonly type: string
  readonly from: number
  readonly to: readonly number[]
}

export interface AvifParts {
  readonly primary: number
  readonly parts: readonly AvifPart[]
  readonly references: readonly Reference[]
}

/** Items that have pixels, or say how others are put together. Few programs know more of them. */
const ofPixels: ReadonlySet<string> = new Set(['av01', 'grid'])
/** Bytes of the box that describes the picture, with its colours; and references among its parts. */
const metaMaximum = 8 * 1024 * 1024
const referenceMaximum = 10_000

/** The picture of an AVIF, its transparency, and nothing else. Throws Unfit, also for an animation. */
export function avifParts(avif: Buffer): AvifParts {
  const boxes = boxesIn(avif)
  const meta = contentOf(avif, boxes, 'meta').subarray(4)
  // An animation has its pixels elsewhere, and its own places for texts.
  if (
    boxes.some(({ type }) => type === 'moov') ||
    boxes[0]?.type !== 'ftyp' ||
    meta.length === 0 ||
    meta.length > metaMaximum
  )
    throw new Unfit()
  const inMeta = boxesIn(meta)
  const primary = primaryIn(contentOf(meta, inMeta, 'pitm'))
  const properties = propertiesIn(contentOf(meta, inMeta, 'iprp'))
  const items = itemsIn(meta).filter(
    ({ id, type }) => ofPixels.has(type) && (properties.get(id) ?? []).every(isKnownUse),
  )
  const ids = new Set(items.map(({ id }) => id))
  const references = referencesIn(contentOf(meta, inMeta, 'iref')).filter(
    ({ from, to }) => ids.has(from) && to.every((id) => ids.has(id)),
  )
  const grids = new Set(items.flatMap(({ id, type }) => (type === 'grid' ? [id] : [])))
  const isTransparency = (id: number): boolean =>
    properties.get(id)?.some(({ type }) => type === 'auxC') === true
  const needed = neededOf(primary, references, { grids, isTransparency })
  const idat = contentOf(meta, inMeta, 'idat')
  const kept = items.filter(({ id }) => needed.has(id))
  if (!ids.has(primary) || kept.length < needed.size) throw new Unfit()
  let room = avif.length
  const pixelsIn = (item: FileItem): Buffer => {
    const data = dataOf(item, avif, idat)
    // Parts that overlap could ask for far more than the file has.
    room -= data.length
    if (room < 0) throw new Unfit()
    if (item.type === 'av01') return avifPixels(data)
    const cells = references.filter(({ type, from }) => type === 'dimg' && from === item.id)
    return plainGrid(
      data,
      cells.flatMap(({ to }) => to).filter((id) => !grids.has(id)),
    )
  }
  return {
    primary,
    parts: kept.map((item) => ({
      id: item.id,
      type: item.type,
      contentType: '',
      // All but the picture itself are shown as part of it.
      isHidden: item.id !== primary,
      data: pixelsIn(item),
      properties: plainProperties(properties.get(item.id) ?? []),
    })),
    references: references.flatMap(({ type, from, to }) => {
      const own = to.filter((id) => needed.has(id))
      const isKept = needed.has(from) && own.length > 0 && (type !== 'dimg' || grids.has(from))
      return isKept ? [{ type, from, to: own }] : []
    }),
  }
}

/** How many rows and columns of which cells it has, and its size. */
function plainGrid(data: Buffer, cells: readonly number[]): Buffer {
  const rows = data.readUInt8(2) + 1
  const columns = data.readUInt8(3) + 1
  const length = (data.readUInt8(1) & 1) === 1 ? 12 : 8
  if (data.length < length || cells.length !== rows * columns) throw new Unfit()
  return data.subarray(0, length)
}

function primaryIn(pitm: Buffer): number {
  return pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
}

function dataOf({ from, extents }: FileItem, avif: Buffer, idat: Buffer): Buffer {
  const source = from === 'meta' ? idat : avif
  if (from === 'other') throw new Unfit()
  const parts = extents.map(({ offset, length }) => {
    const end = length === 0 ? source.length : offset + length
    if (end > source.length || offset > end) throw new Unfit()
    return source.subarray(offset, end)
  })
  // Overlapping extents could ask for more than the file has.
  if (parts.reduce((sum, part) => sum + part.length, 0) > source.length) throw new Unfit()
  return Buffer.concat(parts)
}

const ofReferences: ReadonlySet<string> = new Set(['dimg', 'auxl', 'prem'])

function referencesIn(iref: Buffer): readonly Reference[] {
  const idBytes = (iref[0] ?? 0) === 0 ? 2 : 4
  let left = referenceMaximum
  return boxesIn(iref, 4)
    .filter(({ type }) => ofReferences.has(type))
    .map(({ type, start }) => {
      const count = iref.readUInt16BE(start + idBytes)
      left -= count
      if (left < 0) throw new Unfit()
      const first = start + idBytes + 2
      return {
        type,
        from: iref.readUIntBE(start, idBytes),
        to: Array.from({ length: count }, (_, index) => iref.readUIntBE(first + index * idBytes, idBytes)),
      }
    })
}

interface Kinds {
  readonly grids: ReadonlySet<number>
  readonly isTransparency: (id: number) => boolean
}

/** What the picture is put together from, and one transparency of each of these parts. */
function neededOf(
  primary: number,
  references: readonly Reference[],
  { grids, isTransparency }: Kinds,
): ReadonlySet<number> {
  const needed = new Set([primary])
  const transparent = new Set<number>()
  // A set is walked to its end, with what is added on the way.
  for (const id of needed)
    for (const { type, from, to } of references) {
      if (type === 'auxl' && to.includes(id) && isTransparency(from) && !transparent.has(id)) {
        transparent.add(id)
        needed.add(from)
      }
      if (type === 'dimg' && from === id && grids.has(id)) for (const one of to) needed.add(one)
    }
  return needed
}
