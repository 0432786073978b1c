import type { ImageDescription } from '@shared/processes/imaging'
import { localTime } from './localTime'
import { madeWith } from './madeWith'
import { writableText } from './writableText'

/** The namespace of what no other one has a name for. Nothing is at that address. */
export const ownNamespace = 'http://ns.cyanotype.invalid/1.0/'

const namespaces: Readonly<Record<string, string>> = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  cyanotype: ownNamespace,
}

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** XML elements: those that are always short, and those that may be as long as a prompt. */
export interface XmpProperties {
  readonly short: readonly string[]
  readonly long: readonly string[]
}

export function xmpProperties(description: ImageDescription): XmpProperties {
  const { prompt, revisedPrompt, model, system, size, n, taskId, savedAt, rating } = description
  const source = description.hasReferences
    ? 'compositeWithTrainedAlgorithmicMedia'
    : 'trainedAlgorithmicMedia'
  const { day, time, zone } = localTime(savedAt)
  const saved = `${day}T${time}${zone}`
  return {
    short: [
      element('xmp:CreatorTool', madeWith),
      element('xmp:CreateDate', saved),
      element('Iptc4xmpExt:DigitalSourceType', `${sourceTypes}${source}`),
      ...(rating === 0 ? [] : [element('xmp:Rating', String(rating))]),
    ],
    // The most useful first: in a JPEG, some may be where few programs look.
    long: [
      ...list('dc:subject', 'Bag', description.collections),
      ...text('Iptc4xmpExt:AISystemUsed', system),
      ...text('Iptc4xmpExt:AISystemVersionUsed', model),
      ...text('cyanotype:Model', model),
      ...text('cyanotype:Size', size),
      ...text('cyanotype:Images', n === null ? null : String(n)),
      ...text('cyanotype:TaskId', taskId),
      element('cyanotype:SavedAt', saved),
      ...list('dc:description', 'Alt', prompt === '' ? [] : [prompt]),
      ...text('Iptc4xmpExt:AIPromptInformation', prompt),
      ...text('cyanotype:RevisedPrompt', revisedPrompt),
    ],
  }
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

const text = (name: string, value: string | null): readonly string[] =>
  value === null || value === '' ? [] : [element(name, value)]

function list(name: string, kind: 'Alt' | 'Bag', values: readonly string[]): readonly string[] {
  if (values.length === 0) return []
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : ''
  const items = values.map((value) => `<rdf:li${language}>${escaped(value)}</rdf:li>`)
  return [`<${name}><rdf:${kind}>${items.join('')}</rdf:${kind}></${name}>`]
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** `>` too, so that no `]]>` is left; a return would be read as a new line. */
function escaped(value: string): string {
  return writableText(value).replace(/[&<>\r]/g, (character) => references[character] ?? '')
}
