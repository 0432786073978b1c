import { box, boxesIn } from '../boxes/boxes'
import { contentOf } from '../boxes/items'
import { plainProfile } from './colourProfile'
import { Unfit } from './unfit'

/** Size, colours, orientation, and what the decoder needs. */
const ofPicture: ReadonlySet<string> = new Set([
  ...['ispe', 'pixi', 'av1C', 'colr', 'irot', 'imir', 'clap', 'pasp', 'auxC', 'clli', 'mdcv'],
  ...['a1op', 'lsel', 'a1lx'],
])
/** Bytes of properties, with their heads: what comes after these shows nothing. Of `av1C`, it repeats what the pixels say. */
const propertyBytes: Readonly<Record<string, number>> = {
  ...{ ispe: 20, av1C: 12, irot: 9, imir: 9, clap: 40, pasp: 16, clli: 12, mdcv: 32, a1op: 9, lsel: 10 },
}
const channelMaximum = 4
const transparency = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'
/** Readers know both names. */
const transparencies: ReadonlySet<string> = new Set([transparency, 'urn:mpeg:hevc:2015:auxid:1'])

export interface PlainProperty {
  /** With a head of eight bytes, whatever it had. */
  readonly box: Buffer
  readonly isEssential: boolean
}

interface Property extends PlainProperty {
  readonly type: string
}

/** An auxiliary picture is kept only if it is transparency. */
export const isKnownUse = ({ type, box }: Property): boolean =>
  type !== 'auxC' || transparencies.has(box.toString('latin1', 12).split('\0')[0] ?? '')

/** The first of each kind; of colours there are two. */
export function plainProperties(properties: readonly Property[]): readonly PlainProperty[] {
  const kinds = new Set<string>()
  return properties
    .filter(({ type }) => ofPicture.has(type))
    .flatMap((property) => {
      const kind = property.type === 'colr' ? property.box.toString('latin1', 4, 12) : property.type
      const plain = kinds.has(kind) ? [] : plainProperty(property)
      kinds.add(kind)
      return plain
    })
}

/** Those that were made plain: thousands of parts may share a property of a megabyte. */
const plainBoxes = new WeakMap<Buffer, Buffer>()

/** None of one that isn't what it says. */
function plainProperty(property: Property): readonly PlainProperty[] {
  const { box, isEssential } = property
  const plain = plainBoxes.get(box) ?? plainBox(property)
  plainBoxes.set(box, plain)
  return plain.length === 0 ? [] : [{ box: plain, isEssential }]
}

function plainBox({ type, box }: Property): Buffer {
  const plain =
    type === 'auxC'
      ? Buffer.concat([box.subarray(0, 12), Buffer.from(`${transparency}\0`)])
      : Buffer.from(box.subarray(0, plainLength(type, box)))
  if (plain.length > 0) plain.writeUInt32BE(plain.length)
  return plain
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
    case 'pixi': {
      const channels = box.readUInt8(12)
      if (channels > channelMaximum) throw new Unfit()
      return 13 + channels
    }
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
export function propertiesIn(iprp: Buffer): ReadonlyMap<number, readonly Property[]> {
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
