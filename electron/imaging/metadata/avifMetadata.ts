import type { ImageDescription } from '@shared/processes/imaging'
import { box, number } from '../boxes/boxes'
import { type AvifPart, type AvifParts, avifParts, type Reference } from './avifParts'
import { exifBlock } from './exifBlock'
import { toldOf } from './toolTexts'
import { Unfit } from './unfit'
import { wholePacket } from './xmpPacket'

/** Pixels, colours and orientation alone, which is a property of its own here. Throws Unfit. */
export const strippedAvif = (avif: Buffer): Buffer => written(readParts(avif))

/** Those and a description, in place of any that is there. Throws Unfit. */
export function describedAvif(avif: Buffer, description: ImageDescription): Buffer {
  const { primary, parts, references } = readParts(avif)
  const last = Math.max(...parts.map(({ id }) => id))
  // The first four bytes say how many more come before the block.
  const exif = Buffer.concat([Buffer.alloc(4), exifBlock({ orientation: 1, told: toldOf(description) })])
  const xmp = Buffer.from(wholePacket(description))
  return written({
    primary,
    parts: [
      ...parts,
      { ...text(last + 1, exif), type: 'Exif' },
      { ...text(last + 2, xmp), type: 'mime', contentType: 'application/rdf+xml' },
    ],
    references: [
      ...references,
      { type: 'cdsc', from: last + 1, to: [primary] },
      { type: 'cdsc', from: last + 2, to: [primary] },
    ],
  })
}

/** Everything that reads beyond the end of a broken file throws RangeError. */
function readParts(avif: Buffer): AvifParts {
  try {
    return avifParts(avif)
  } catch (problem) {
    throw problem instanceof RangeError ? new Unfit() : problem
  }
}

const text = (id: number, data: Buffer): Omit<AvifPart, 'type'> => ({
  id,
  contentType: '',
  isHidden: false,
  data,
  properties: [],
})

/** Ids and numbers of properties are written in the fewest bytes that the format has. */
const idMaximum = 0xffff
const propertyMaximum = 0x7f

function written({ primary, parts, references }: AvifParts): Buffer {
  const boxes = [...new Set(parts.flatMap((part) => part.properties.map((one) => one.box)))]
  const properties = [...new Set(boxes.map((one) => one.toString('latin1')))]
  const isFit =
    parts.every(({ id, properties: own }) => id <= idMaximum && own.length <= 0xff) &&
    properties.length <= propertyMaximum
  if (!isFit) throw new Unfit()
  const numbers = new Map(boxes.map((one) => [one, properties.indexOf(one.toString('latin1')) + 1]))
  const ordered = [...parts].sort((a, b) => a.id - b.id)
  const type = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'))
  const meta = (at: number): Buffer =>
    box('meta', [
      versioned(0),
      box('hdlr', [versioned(0), Buffer.from('\0\0\0\0pict', 'latin1'), Buffer.alloc(13)]),
      box('pitm', [versioned(0), number(primary, 2)]),
      places(ordered, at),
      box('iinf', [versioned(0), number(parts.length, 2), ...ordered.map(entry)]),
      ...(references.length === 0 ? [] : [box('iref', [versioned(0), ...references.map(reference)])]),
      box('iprp', [
        box(
          'ipco',
          properties.map((one) => Buffer.from(one, 'latin1')),
        ),
        box('ipma', [versioned(0), ...uses(ordered, numbers)]),
      ]),
    ])
  // Its length doesn't depend on the offsets in it.
  const dataAt = type.length + meta(0).length + 8
  return Buffer.concat([
    type,
    meta(dataAt),
    box(
      'mdat',
      ordered.map(({ data }) => data),
    ),
  ])
}

function places(parts: readonly AvifPart[], from: number): Buffer {
  let at = from
  const entries = parts.map(({ id, data }) => {
    const place = [number(id, 2), number(0, 2), number(1, 2), number(at, 4), number(data.length, 4)]
    at += data.length
    return Buffer.concat(place)
  })
  // Places and lengths of four bytes each.
  return box('iloc', [versioned(0), Buffer.from([0x44, 0]), number(parts.length, 2), ...entries])
}

function entry({ id, type, contentType, isHidden }: AvifPart): Buffer {
  const name = Buffer.from(`${type}\0${type === 'mime' ? `${contentType}\0` : ''}`, 'latin1')
  return box('infe', [versioned(2, isHidden ? 1 : 0), number(id, 2), number(0, 2), name])
}

function reference({ type, from, to }: Reference): Buffer {
  return box(type, [number(from, 2), number(to.length, 2), ...to.map((id) => number(id, 2))])
}

function uses(parts: readonly AvifPart[], numbers: ReadonlyMap<Buffer, number>): readonly Buffer[] {
  const used = parts.filter((part) => part.properties.length > 0)
  return [
    number(used.length, 4),
    ...used.flatMap(({ id, properties: own }) => [
      number(id, 2),
      Buffer.from([own.length]),
      Buffer.from(
        own.map(({ box: one, isEssential }) => {
          const at = numbers.get(one) ?? 0
          return isEssential ? at | 0x80 : at
        }),
      ),
    ]),
  ]
}

const versioned = (version: number, flags = 0): Buffer => Buffer.from([version, 0, 0, flags])
