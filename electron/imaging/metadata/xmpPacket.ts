import type { StatedFact } from '@shared/model/copyAccount'
import type { ImageDescription } from '@shared/processes/imaging'
import { type Facts, factsOf } from './factsOf'

/** The namespace of what no other one has a name for. Nothing is at that address. */
export const ownNamespace = 'http://ns.cyanotype.invalid/1.0/'

const namespaces: Readonly<Record<string, string>> = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  cyanotype: ownNamespace,
}

/** By its name, the fact that a property states, and of which kind its list is. */
type Property = readonly [name: string, fact: StatedFact, list?: 'Alt' | 'Bag']

/** Those that are always short. */
const short: readonly Property[] = [
  ['xmp:CreatorTool', 'program'],
  ['xmp:CreateDate', 'saved'],
  ['Iptc4xmpExt:DigitalSourceType', 'source'],
  ['xmp:Rating', 'rating'],
]

/** Those that may be as long as a prompt. The most useful first: in a JPEG, some may be where few programs look. */
const long: readonly Property[] = [
  ['dc:subject', 'collections', 'Bag'],
  ['Iptc4xmpExt:AISystemUsed', 'system'],
  ['Iptc4xmpExt:AISystemVersionUsed', 'model'],
  ['cyanotype:Model', 'model'],
  ['cyanotype:Size', 'size'],
  ['cyanotype:Images', 'images'],
  ['cyanotype:TaskId', 'task'],
  ['cyanotype:SavedAt', 'saved'],
  ['dc:description', 'prompt', 'Alt'],
  ['Iptc4xmpExt:AIPromptInformation', 'prompt'],
  ['cyanotype:RevisedPrompt', 'revisedPrompt'],
]

/** By the names of properties. */
export const factsInXmp: ReadonlyMap<string, StatedFact> = new Map(
  [...short, ...long].map(([name, fact]) => [name, fact]),
)

/** XMP elements. */
export interface XmpProperties {
  readonly short: readonly string[]
  readonly long: readonly string[]
}

export function xmpProperties(description: ImageDescription): XmpProperties {
  const facts = factsOf(description)
  return {
    short: short.flatMap((property) => written(property, facts)),
    long: long.flatMap((property) => written(property, facts)),
  }
}

function written([name, fact, list]: Property, facts: Facts): readonly string[] {
  const values = facts.get(fact) ?? []
  if (list === undefined) return values.map((value) => element(name, value))
  if (values.length === 0) return []
  const language = list === 'Alt' ? ' xml:lang="x-default"' : ''
  const items = values.map((value) => `<rdf:li${language}>${escaped(value)}</rdf:li>`)
  return [`<${name}><rdf:${list}>${items.join('')}</rdf:${list}></${name}>`]
}

/** All of it in one packet. */
export function wholePacket(description: ImageDescription): string {
  const { short, long } = xmpProperties(description)
  return xmpPacket([...short, ...long])
}

export function xmpPacket(properties: readonly string[]): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${xmpMeta(properties)}\n<?xpacket end="w"?>`
}

/** A packet without its frame, which is how another one continues. */
export function xmpMeta(properties: readonly string[]): string {
  const names = Object.entries(namespaces).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`)
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""${names.join('')}>
${properties.join('\n')}
</rdf:Description></rdf:RDF></x:xmpmeta>`
}

export const element = (name: string, value: string): string => `<${name}>${escaped(value)}</${name}>`

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** `>` too, so that no `]]>` is left; a return would be read as a new line. */
const escaped = (value: string): string =>
  value.replace(/[&<>\r]/g, (character) => references[character] ?? '')
