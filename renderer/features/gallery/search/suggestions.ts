import { localDay } from '@shared/model/image'
import { type QueryKey, queryKeys, queryPart, type SuggestedKey } from '@shared/model/imageQuery'
import { searchFold } from '@shared/model/searchFold'

/** What the search field offers: a key to begin with, or a value for one. */
export interface Suggestion {
  /** What takes the place of the last word of the text. */
  readonly text: string
  readonly kind: 'key' | 'value'
  readonly key: QueryKey
  /** What an image is, where its own word alone may not say it. */
  readonly is?: IsValue
}

const isValues = [
  'kept',
  'rejected',
  'unflagged',
  'favourite',
  'unseen',
  'seen',
  'changed',
  'missing',
  'deleted',
  'brought',
] as const
type IsValue = (typeof isValues)[number]

type DayKey = 'before' | 'after'

/** Days and months that people mean most; each other one can be typed. */
function daysTo(now: number): readonly string[] {
  const month = (back: number) => {
    const date = new Date(now)
    return localDay(new Date(date.getFullYear(), date.getMonth() - back, 1).getTime()).slice(0, 7)
  }
  const year = new Date(now).getFullYear()
  return ['today', 'yesterday', month(0), month(1), month(2), `${year}`, `${year - 1}`]
}

/** So few letters may be the beginning of any word. */
const keyLetters = 2

const fixed: Readonly<Record<Exclude<QueryKey, SuggestedKey | DayKey>, readonly string[]>> = {
  ratio: ['square', 'landscape', 'portrait', '16:9', '3:2', '4:3', '3:4', '2:3', '9:16'],
  cost: ['>1', '>2', '>10', '0'],
  rating: ['>=3', '>=4', '5', '>0', '0'],
  note: [],
  is: isValues,
}

export interface LastWord {
  readonly from: number
  readonly minus: string
  readonly key: QueryKey | null
  readonly value: string
}

/** The word that is being typed, at the end of the text. */
export function lastWord(text: string): LastWord {
  const [, minus = '', name = null, value = ''] =
    /([-－]?)(?:(\p{L}+)[:：])?(["“”＂][^"“”＂]*|[^\s"“”＂]*)$/u.exec(text) ?? []
  const key = queryKeys.find((known) => known === name?.toLowerCase()) ?? null
  const length = minus.length + (name === null ? 0 : name.length + 1) + value.length
  return { from: text.length - length, minus, key, value: value.replace(/^["“”＂]/, '') }
}

/** `values`: those that the main process knows for the key that is typed. `isAsked`: the user wants to see the keys. */
export function suggestionsFor(
  text: string,
  values: readonly string[],
  { isAsked }: { readonly isAsked: boolean },
): readonly Suggestion[] {
  const { minus, key, value } = lastWord(text)
  const typed = searchFold(value)
  if (key === null) {
    if (typed.length < keyLetters && !(isAsked && typed === '')) return []
    return queryKeys
      .filter((one) => one.startsWith(typed))
      .map((one) => ({ text: `${minus}${one}:`, kind: 'key', key: one }))
  }
  return valuesOf(key, values)
    .filter((one) => searchFold(one).includes(typed))
    .map((one) => {
      const is = key === 'is' ? isValues.find((known) => known === one) : undefined
      return {
        text: `${minus}${queryPart(key, one)} `,
        kind: 'value',
        key,
        ...(is === undefined ? {} : { is }),
      }
    })
}

/**
 * Which of the suggestions for a text Enter takes without a choice, -1 for none: a key whose beginning is typed. A value
 * that is typed is one already, `>1` isn't `>1024`.
 */
export function meantSuggestion(text: string): number {
  return lastWord(text).key === null && suggestionsFor(text, [], { isAsked: false }).length > 0 ? 0 : -1
}

function valuesOf(key: QueryKey, values: readonly string[]): readonly string[] {
  switch (key) {
    case 'model':
    case 'connection':
    case 'batch':
    case 'collection':
      return values
    case 'size':
      return [...values, '>1024', '>2048', '<1024']
    case 'before':
    case 'after':
      return daysTo(Date.now())
    default:
      return fixed[key]
  }
}
