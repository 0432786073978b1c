import { type QueryKey, queryKeys } from '@shared/model/imageQuery'

/** What the search field offers: a key to begin with, or a value for one. */
export interface Suggestion {
  /** What takes the place of the last word of the text. */
  readonly text: string
  readonly kind: 'key' | 'value'
  readonly key: QueryKey
}

/** Keys whose values the main process knows. */
export const keptKeys = ['model', 'connection', 'batch', 'size'] as const
export type KeptKey = (typeof keptKeys)[number]

/** So few letters may be the beginning of any word. */
const keyLetters = 2

const fixed: Readonly<Record<Exclude<QueryKey, KeptKey>, readonly string[]>> = {
  ratio: ['square', 'landscape', 'portrait', '16:9', '3:2', '4:3', '3:4', '2:3', '9:16'],
  before: ['today', 'yesterday'],
  after: ['today', 'yesterday'],
  cost: ['>1', '>2', '0'],
  is: ['unseen', 'seen'],
}

export interface LastWord {
  readonly from: number
  readonly minus: string
  readonly key: QueryKey | null
  readonly value: string
}

/** The word that is being typed, at the end of the text. */
export function lastWord(text: string): LastWord {
  const [, minus = '', name = null, value = ''] = /(-?)(?:(\p{L}+):)?("[^"]*|[^\s"]*)$/u.exec(text) ?? []
  const key = queryKeys.find((known) => known === name?.toLowerCase()) ?? null
  const length = minus.length + (name === null ? 0 : name.length + 1) + value.length
  return { from: text.length - length, minus, key, value: value.replace(/^"/, '') }
}

const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value)

/** `values`: those that the main process knows for the key that is typed. `isAsked`: the person wants to see the keys. */
export function suggestionsFor(
  text: string,
  values: readonly string[],
  { isAsked }: { readonly isAsked: boolean },
): readonly Suggestion[] {
  const { minus, key, value } = lastWord(text)
  const typed = value.toLowerCase()
  if (key === null) {
    if (typed.length < keyLetters && !(isAsked && typed === '')) return []
    return queryKeys
      .filter((one) => one.startsWith(typed))
      .map((one) => ({ text: `${minus}${one}:`, kind: 'key', key: one }))
  }
  const known = keptKeys.some((one) => one === key) ? values : fixed[key as Exclude<QueryKey, KeptKey>]
  return known
    .filter((one) => one.toLowerCase().includes(typed))
    .map((one) => ({ text: `${minus}${key}:${quoted(one)} `, kind: 'value', key }))
}
