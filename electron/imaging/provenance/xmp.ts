import { ownNamespace } from '../metadata/xmpPacket'
import { timeOf } from './exif'

/** What is read of an XMP packet. */
export interface XmpTexts {
  readonly prompt: string | null
  readonly description: string | null
  readonly headline: string | null
  readonly tool: string | null
  readonly model: string | null
  /** Milliseconds since the epoch. */
  readonly madeAt: number | null
  /** Null unless Cyanotype wrote it: what no other program has a name for, as it is called in the interface. */
  readonly own: readonly (readonly [name: string, value: string])[] | null
}

const noXmp: XmpTexts = {
  prompt: null,
  description: null,
  headline: null,
  tool: null,
  model: null,
  madeAt: null,
  own: null,
}

/**
 * Finds a few properties in an XMP packet, as attributes or as elements. It isn't parsed as XML: a packet that declares
 * entities isn't read, and only the references that every XML has are resolved.
 */
export function readXmp(packet: string): XmpTexts {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(packet)) return noXmp
  const of = (name: string): string | null => propertyOf(packet, name)
  return {
    prompt: of('Iptc4xmpExt:AIPromptInformation'),
    description: of('dc:description') ?? of('exif:UserComment'),
    headline: of('photoshop:Headline'),
    tool: of('Iptc4xmpExt:AISystemUsed') ?? of('xmp:CreatorTool') ?? of('photoshop:Source'),
    model: of('Iptc4xmpExt:AISystemVersionUsed'),
    madeAt: timeOf(of('photoshop:DateCreated') ?? of('xmp:CreateDate')),
    own: packet.includes(ownNamespace) ? ownFacts(of) : null,
  }
}

/** What other programs have no name for: as it is called in the interface, and as a property. */
export const ownNames = [
  ['revised_prompt', 'cyanotype:RevisedPrompt'],
  ['size', 'cyanotype:Size'],
  ['n', 'cyanotype:Images'],
  ['task_id', 'cyanotype:TaskId'],
] as const

function ownFacts(of: (name: string) => string | null): XmpTexts['own'] {
  return ownNames.flatMap(([name, property]) => {
    const value = of(property)
    return value === null ? [] : [[name, value] as const]
  })
}

/** The value of the first property of a name; of several languages, the first. */
function propertyOf(packet: string, name: string): string | null {
  const text = elementOf(packet, name) ?? attributeOf(packet, name)
  const value = text === null ? '' : plain(text).trim()
  return value === '' ? null : value
}

function attributeOf(packet: string, name: string): string | null {
  for (const quote of ['"', "'"]) {
    const begin = packet.indexOf(`${name}=${quote}`)
    if (begin < 0) continue
    const from = begin + name.length + 2
    const to = packet.indexOf(quote, from)
    if (to >= 0) return packet.slice(from, to)
  }
  return null
}

function elementOf(packet: string, name: string): string | null {
  const begin = packet.indexOf(`<${name}`)
  if (begin < 0 || !/[\s>]/.test(packet.charAt(begin + name.length + 1))) return null
  const from = packet.indexOf('>', begin) + 1
  const to = packet.indexOf(`</${name}>`, from)
  if (from === 0 || to < 0) return null
  const inner = packet.slice(from, to)
  const item = inner.indexOf('<rdf:li')
  if (item < 0) return inner
  const itemFrom = inner.indexOf('>', item) + 1
  const itemTo = inner.indexOf('</rdf:li>', itemFrom)
  return itemFrom === 0 || itemTo < 0 ? null : inner.slice(itemFrom, itemTo)
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (_, decimal, hex, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? ''
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
}
