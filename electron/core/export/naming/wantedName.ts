import type { NamePart, NameTemplate } from '@shared/model/exportNames'
import { localDay } from '@shared/model/image'
import { slugOf } from '../../library/imageName'
import { legalName } from './legalName'

/** What is known of an image that is to be named. */
export interface NameFacts {
  /** Of its file, without the ending. */
  readonly file: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Names; empty if there is none. */
  readonly batch: string
  readonly name: string
  readonly prompt: string
  readonly model: string
  /** As it was asked for, otherwise in pixels. */
  readonly size: string
  /** Of the table that it came from. */
  readonly row: number | null
  readonly key: string | null
  /** Pixels of what is written; 0 if they aren't known. */
  readonly width: number
  readonly height: number
  /** From 1. */
  readonly index: number
  readonly counter: number
  readonly rating: number
  readonly job: string
  /** Of what is written, without its dot. */
  readonly ext: string
}

/** A path that an image is to have: each folder legal, and the file in as many ways as there are numbers. */
export interface WantedName {
  readonly folders: readonly string[]
  /** In the name, where a number continues it: nobody sees that it was numbered. Null if it has none. */
  readonly index: number | null
  /** From 1, which is the name as it is wanted. */
  numbered(number: number): string
}

/** UTF-16 units of a whole path inside the destination: short enough to be copied to another system. */
const pathUnits = 200

const nameless = 'image'
/** What a number may need, in UTF-16 units. */
const numberUnits = 16

/** The name of the list of all files. */
export const manifestName = (format: 'csv' | 'json'): WantedName => ({
  folders: [],
  index: null,
  numbered: (number) => (number === 1 ? `manifest.${format}` : `manifest (${number}).${format}`),
})

/** Words that names of one export were made of: images of a batch have most of them in common. */
export type Slugs = Map<string, string>
const slugsMaximum = 2_000

export function wantedName(template: NameTemplate, facts: NameFacts, slugs: Slugs = new Map()): WantedName {
  const components = template.folders.length + 1
  const units = Math.floor((pathUnits - template.folders.length) / components)
  const text = assembled(template.file, facts, slugs)
  const ending = `.${facts.ext}`
  const hasIndex = template.file.some((part) => part.kind === 'token' && part.token === 'index')
  // Where a name is cut, the index may be gone.
  let first: string | null = null
  const isIndexed = hasIndex && Buffer.byteLength(text) + ending.length + numberUnits <= units
  return {
    index: isIndexed ? facts.index : null,
    folders: template.folders.flatMap((parts) => {
      const folder = legalName(assembled(parts, facts, slugs), '', units)
      return folder === '' ? [] : folder
    }),
    numbered(number) {
      if (isIndexed && number > 1) {
        const index = facts.index + number - 1
        return legalName(assembled(template.file, { ...facts, index }, slugs), ending, units)
      }
      if (number === 1) {
        first ??= legalName(text, ending, units) || `${nameless}${ending}`
        return first
      }
      const end = ` (${number})${ending}`
      return legalName(text, end, units) || `${nameless}${end}`
    },
  }
}

/** A token that has no value goes with the separator after it. */
function assembled(parts: readonly NamePart[], facts: NameFacts, slugs: Slugs): string {
  let text = ''
  let isMissing = false
  for (const part of parts) {
    const value = part.kind === 'token' ? wordsOf(part, facts, slugs) : part.text
    const joins = isMissing && (text === '' || /[-_. ]$/.test(text))
    if (value !== '') text += joins ? value.replace(/^[-_. ]+/, '') : value
    isMissing = value === ''
  }
  return isMissing ? text.replace(/[-_. ]+$/, '') : text
}

function wordsOf(
  { token, argument }: Extract<NamePart, { readonly kind: 'token' }>,
  facts: NameFacts,
  slugs: Slugs,
): string {
  const digits = (value: number | null): string =>
    value === null ? '' : String(value).padStart(Number(argument ?? 1), '0')
  const words = (value: string): string =>
    value.trim() === '' ? '' : slugIn(slugs, value, argument === null ? undefined : Number(argument))
  switch (token) {
    case 'file':
    case 'ext':
    case 'job':
      return facts[token]
    case 'key':
      return facts.key ?? ''
    case 'batch':
    case 'name':
    case 'prompt':
    case 'model':
    case 'size':
      return words(facts[token])
    case 'row':
    case 'index':
    case 'counter':
    case 'rating':
      return digits(facts[token])
    case 'width':
    case 'height':
      return digits(facts[token] || null)
    case 'date':
      return dateText(facts.createdAt, argument ?? 'YYYY-MM-DD')
    case 'time':
      return timeText(facts.createdAt)
  }
}

function slugIn(slugs: Slugs, text: string, longest: number | undefined): string {
  const key = `${longest} ${text}`
  const known = slugs.get(key)
  if (known !== undefined) return known
  if (slugs.size >= slugsMaximum) slugs.clear()
  const slug = slugOf(text, longest)
  slugs.set(key, slug)
  return slug
}

function dateText(time: number, pattern: string): string {
  const [year = '', month = '', day = ''] = localDay(time).split('-')
  const parts: Readonly<Record<string, string>> = { YYYY: year, YY: year.slice(-2), MM: month, DD: day }
  return pattern.replace(/YYYY|YY|MM|DD/g, (part) => parts[part] ?? part)
}

/** Local, as `14-05-09`: a colon can't be in a name. */
function timeText(time: number): string {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
