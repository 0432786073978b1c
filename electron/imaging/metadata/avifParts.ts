import { box, boxesIn } from '../boxes/boxes'
import { contentOf, type FileItem, itemsIn } from '../boxes/items'
import { avifPixels } from './avifPixels'
import { plainProfile } from './colourProfile'
import { Unfit } from './unfit'

/** A part of the picture, with the properties it needs. */
export interface AvifPart {
  readonly id: number
  readonly type: string
  /** Empty except of `mime`. */
  readonly contentType: string
  readonly isHidden: boolean
  readonly data: Buffer
  readonly properties: readonly { readonly box: Buffer; readonly isEssential: boolean }[]
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

/** Items that have pixels, or say how others are put together. */
const ofPixels: ReadonlySet<string> = new Set(['av01', 'grid', 'iden'])
/** Size, colours, orientation, and what the decoder needs. */
const ofPicture: ReadonlySet<string> = new Set([
  ...['ispe', 'pixi', 'av1C', 'colr', 'irot', 'imir', 'clap', 'pasp', 'auxC', 'clli', 'mdcv'],
  ...['a1op', 'lsel', 'a1lx'],
])
/** Bytes of properties, with their heads: what comes after these shows nothing. Of `av1C`, it repeats what the pixels say. */
const propertyBytes: Readonly<Record<string, number>> = {
  ...{ ispe: 20, av1C: 12, irot: 9, imir: 9, clap: 40, pasp: 16, clli: 12, mdcv: 32, a1op: 9, lsel: 10 },
}
/** Bytes of the box that describes the picture, with its colours; and references among its parts. */
const metaMaximum = 8 * 1024 * 1024
const referenceMaximum = 10_000
const transparency = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'

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
  const needed = neededOf(primary, references)
  const idat = contentOf(meta, inMeta, 'idat')
  const kept = items.filter(({ id }) => needed.has(id))
  if (!ids.has(primary) || kept.length < needed.size) throw new Unfit()
  let room = avif.length
  const pixelsIn = (item: FileItem): Buffer => {
    const data = dataOf(item, avif, idat)
    // Parts that overlap could ask for far more than the file has.
    room -= data.length
    if (room < 0) throw new Unfit()
    return item.type === 'av01' ? avifPixels(data) : data
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
      properties: (properties.get(item.id) ?? [])
        .filter(({ type }) => ofPicture.has(type))
        .flatMap(plainProperty),
    })),
    references: references.filter(({ from }) => needed.has(from)),
  }
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

interface Property {
  readonly type: string
  /** With a head of eight bytes, whatever it had. */
  readonly box: Buffer
  readonly isEssential: boolean
}

/** An auxiliary picture is kept only if it is transparency. */
const isKnownUse = ({ type, box }: Property): boolean =>
  type !== 'auxC' || box.toString('latin1', 12).split('\0')[0] === transparency

/** None of one that isn't what it says. */
function plainProperty({ type, box, isEssential }: Property): AvifPart['properties'] {
  const plain =
    type === 'auxC'
      ? Buffer.concat([box.subarray(0, 12), Buffer.from(`${transparency}\0`)])
      : Buffer.from(box.subarray(0, plainLength(type, box)))
  if (plain.length === 0) return []
  plain.writeUInt32BE(plain.length)
  return [{ box: plain, isEssential }]
}

/** With the head of eight bytes; 0 for colours of an unknown kind. Throws Unfit if it is too short. */
function plainLength(type: string, box: Buffer): number {
  const length = statedLength(type, box)
  if (length > box.length) throw new Unfit()
  return length
}

function statedLength(type: string, box: Buffer): number {
  switch (type) {
    case 'colr':
      return coloursLength(box)
    case 'pixi':
      return 13 + box.readUInt8(12)
    case 'a1lx':
      return (box.readUInt8(8) & 1) === 1 ? 21 : 15
    default:
      return propertyBytes[type] ?? 0
  }
}

function coloursLength(colr: Buffer): number {
  const kind = colr.toString('latin1', 8, 12)
  if (kind === 'nclx') return 19
  const profile = kind === 'prof' || kind === 'rICC' ? plainProfile(colr.subarray(12)) : null
  return profile === null ? 0 : 12 + profile.length
}

/** By item, in their order: some depend on it. */
function propertiesIn(iprp: Buffer): ReadonlyMap<number, readonly Property[]> {
  const boxes = boxesIn(iprp)
  const ipco = contentOf(iprp, boxes, 'ipco')
  const all = boxesIn(ipco).map(({ type, start, end }) => ({
    type,
    box: box(type, ipco.subarray(start, end)),
  }))
  const ipma = contentOf(iprp, boxes, 'ipma')
  const found = new Map<number, readonly Property[]>()
  const idBytes = ipma[0] === 0 ? 2 : 4
  const isWide = ((ipma[3] ?? 0) & 1) === 1
  let at = 8
  while (at + idBytes < ipma.length) {
    const id = ipma.readUIntBE(at, idBytes)
    const count = ipma.readUInt8(at + idBytes)
    const first = at + idBytes + 1
    const own = Array.from({ length: count }, (_, index) => {
      const value = isWide ? ipma.readUInt16BE(first + index * 2) : ipma.readUInt8(first + index)
      const [essential, number] = isWide ? [value >> 15, value & 0x7fff] : [value >> 7, value & 0x7f]
      const property = all[number - 1]
      return property === undefined ? [] : [{ ...property, isEssential: essential === 1 }]
    })
    found.set(id, own.flat())
    at = first + count * (isWide ? 2 : 1)
  }
  return found
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

/** What the picture is put together from, and what belongs to these parts as their transparency. */
function neededOf(primary: number, references: readonly Reference[]): ReadonlySet<number> {
  const needed = new Set([primary])
  // A set is walked to its end, with what is added on the way.
  for (const id of needed)
    for (const { type, from, to } of references) {
      if (type === 'auxl' && to.includes(id)) needed.add(from)
      if (type !== 'auxl' && from === id) for (const one of to) needed.add(one)
    }
  return needed
}
