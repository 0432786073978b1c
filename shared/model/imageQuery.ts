import { type ImageFlag, ratingMaximum } from './imageMarks'
import type { Outside } from './upkeep'

/** The keys of the search language: `key:value` narrows the result. */
export const queryKeys = [
  'model',
  'connection',
  'batch',
  'collection',
  'size',
  'ratio',
  'before',
  'after',
  'cost',
  'rating',
  'note',
  'is',
] as const

export type QueryKey = (typeof queryKeys)[number]

/** Those whose values the library knows, so that it can suggest them. */
export const suggestedKeys = ['model', 'connection', 'batch', 'collection', 'size'] as const

export type SuggestedKey = (typeof suggestedKeys)[number]

export const comparisons = ['>=', '<=', '>', '<', '='] as const

export type Comparison = (typeof comparisons)[number]

/** What one part of a query asks of an image. */
export type Condition =
  /**
   * Stands in one of its texts: prompt, revised prompt, model, connection, name of its batch, or note. Case doesn't
   * matter.
   */
  | { readonly kind: 'words'; readonly text: string }
  /** Stands in this one of its texts. */
  | { readonly kind: 'in'; readonly field: 'model' | 'connection' | 'batch'; readonly text: string }
  /** The name of a collection that it is in; of one that has the text in its name, if none is called so. */
  | { readonly kind: 'collection'; readonly text: string }
  /** Stands in its note. */
  | { readonly kind: 'note'; readonly text: string }
  /** The longer side, in pixels. */
  | { readonly kind: 'side'; readonly comparison: Comparison; readonly pixels: number }
  /** Pixels. */
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  /** Width / height; equal is within `ratioTolerance`, because services round sides to multiples of 8 or 64. */
  | { readonly kind: 'ratio'; readonly comparison: Comparison; readonly ratio: number }
  /** When its job’s first image was saved, in milliseconds since the epoch: before `at`, or at or after it. */
  | { readonly kind: 'time'; readonly edge: 'before' | 'after'; readonly at: number }
  /** What it has surely cost, in credits. One whose cost isn't known never fits. */
  | { readonly kind: 'cost'; readonly comparison: Comparison; readonly credits: number }
  /** Kept, rejected, or null for neither. */
  | { readonly kind: 'flag'; readonly flag: ImageFlag | null }
  | { readonly kind: 'favourite' }
  /** Stars; 0 for none. */
  | { readonly kind: 'rating'; readonly comparison: Comparison; readonly stars: number }
  /** It was made elsewhere and brought in. */
  | { readonly kind: 'brought' }
  /** What became of its file outside of Cyanotype. */
  | { readonly kind: 'outside'; readonly outside: Outside }
  /** Whether the user has ever opened it. */
  | { readonly kind: 'seen'; readonly isSeen: boolean }
  /** In the trash. */
  | { readonly kind: 'deleted' }

/** Where something stands in the text, in UTF-16 units; `to` is exclusive. */
export interface QueryPlace {
  readonly from: number
  readonly to: number
}

export interface QueryTerm extends QueryPlace {
  /** Null for words without a key. */
  readonly key: QueryKey | null
  readonly isNegated: boolean
  readonly condition: Condition
}

export const queryProblems = [
  'unknownKey',
  'missingValue',
  'badSize',
  'badRatio',
  'badDate',
  'badCost',
  'badRating',
  'badIs',
  'unclosedQuote',
  'looseQuote',
  'tooManyTerms',
] as const

/**
 * A part that may not mean what the user thinks. One that can't be used is left out; an unknown key and a quote within a
 * word are searched for as they stand.
 */
export interface QueryProblem extends QueryPlace {
  readonly code: (typeof queryProblems)[number]
  /** The part, as typed. */
  readonly text: string
}

export interface ImageQuery {
  /** All of them must hold. */
  readonly terms: readonly QueryTerm[]
  readonly problems: readonly QueryProblem[]
}

/** Whether a query is about what the trash holds: everything else finds nothing that was deleted. */
export const isOfTrash = ({ terms }: Pick<ImageQuery, 'terms'>): boolean =>
  terms.some(({ condition, isNegated }) => condition.kind === 'deleted' && !isNegated)

/** The most characters of a query: a prompt may be pasted. */
export const queryMaximum = 10_000
/** Parts beyond these add no meaning, and aren’t read. */
export const termsMaximum = 32
/** Two ratios that differ by less are the same: 1 %. */
export const ratioTolerance = 0.01

interface Token extends QueryPlace {
  readonly isNegated: boolean
  /** What stands before the first colon outside quotes, if it could be a key. */
  readonly key: string | null
  /** Without the quotes around it. */
  readonly value: string
  readonly isClosed: boolean
  /** Neither a key nor quotes. */
  readonly isWord: boolean
  /** As typed, without the minus. */
  readonly raw: string
}

/** A part with a key as a query has it. A value can't have quotation marks. */
export function queryPart(key: QueryKey, value: string): string {
  const plain = value.replaceAll(/["“”＂]/gu, '')
  return `${key}:${/^\/|\s/.test(plain) ? `"${plain}"` : plain}`
}

/**
 * Reads what the user typed in the search field: words and `"phrases"`, `key:value`, `key:"several words"`, each with
 * `-` before it to leave out what has it. All signs may be full width, as Chinese and Japanese keyboards write them, and
 * quotes curly. Never throws. `now`: milliseconds since the epoch, for `after:today`.
 */
export function readImageQuery(text: string, now: number): ImageQuery {
  const terms: QueryTerm[] = []
  const problems: QueryProblem[] = []
  let read = 0
  for (const token of tokensOf(text)) {
    const { from, to } = token
    const tell = (code: QueryProblem['code']) => problems.push({ code, from, to, text: text.slice(from, to) })
    if (read === termsMaximum) {
      tell('tooManyTerms')
      break
    }
    read++
    if (!token.isClosed) tell('unclosedQuote')
    const key = queryKeys.find((known) => known === token.key) ?? null
    if (key === null) {
      if (token.key !== null) tell('unknownKey')
      const words = token.key === null ? token.value : token.raw
      if (words === '') continue
      if (token.isWord && quote.test(words)) tell('looseQuote')
      terms.push({ from, to, key, isNegated: token.isNegated, condition: { kind: 'words', text: words } })
      continue
    }
    const condition = token.value === '' ? 'missingValue' : readCondition(key, token.value, now)
    if (typeof condition === 'string') tell(condition)
    else terms.push({ from, to, key, isNegated: token.isNegated, condition })
  }
  return { terms, problems }
}

/** A part goes on up to a space outside quotes; a quote only begins at the start of a word or of a value. */
const part =
  /(?<minus>[-－]?)(?:(?<key>\p{L}+)[:：](?!\/))?(?<value>(?<open>["“”＂])[^"“”＂]*(?<close>["“”＂]?)|[^\s\0]*)/uy
const gap = /[\s\0]+/y
const quote = /["“”＂]/u

function* tokensOf(text: string): Generator<Token> {
  let at = 0
  for (;;) {
    gap.lastIndex = at
    if (gap.test(text)) at = gap.lastIndex
    if (at >= text.length) return
    part.lastIndex = at
    const found = part.exec(text)
    const all = found?.[0] ?? ''
    const { minus = '', key, value = '', open, close } = found?.groups ?? {}
    const from = at
    at += all.length
    const raw = all.slice(minus.length)
    // A minus with nothing to leave out is a word.
    if (raw === '') {
      yield {
        from,
        to: at,
        isNegated: false,
        key: null,
        value: minus,
        isClosed: true,
        isWord: true,
        raw: minus,
      }
      continue
    }
    yield {
      from,
      to: at,
      isNegated: minus !== '',
      key: key?.toLowerCase() ?? null,
      value: (open === undefined ? value : value.slice(1, value.length - (close ?? '').length))
        .replaceAll('\0', ' ')
        .trim(),
      isClosed: close !== '',
      isWord: key === undefined && open === undefined,
      raw: raw.replaceAll('\0', ' ').trim(),
    }
  }
}

type Reading = Condition | QueryProblem['code']

const states: ReadonlyMap<string, Condition> = new Map([
  ['unseen', { kind: 'seen', isSeen: false }],
  ['seen', { kind: 'seen', isSeen: true }],
  ['kept', { kind: 'flag', flag: 'kept' }],
  ['rejected', { kind: 'flag', flag: 'rejected' }],
  ['unflagged', { kind: 'flag', flag: null }],
  ['changed', { kind: 'outside', outside: 'changed' }],
  ['missing', { kind: 'outside', outside: 'missing' }],
  ['favourite', { kind: 'favourite' }],
  ['favorite', { kind: 'favourite' }],
  ['brought', { kind: 'brought' }],
  ['deleted', { kind: 'deleted' }],
])

function readCondition(key: QueryKey, typed: string, now: number): Reading {
  // Digits and signs may be full width.
  const value = typed.normalize('NFKC').trim()
  switch (key) {
    case 'model':
    case 'connection':
    case 'batch':
      return { kind: 'in', field: key, text: typed }
    case 'collection':
    case 'note':
      return { kind: key, text: typed }
    case 'size':
      return readSize(value)
    case 'ratio':
      return readRatio(value)
    case 'before':
    case 'after': {
      const at = readDay(value, now)
      return at === null ? 'badDate' : { kind: 'time', edge: key, at }
    }
    case 'cost':
      return readCost(value)
    case 'rating':
      return readRating(value)
    case 'is':
      return states.get(value.toLowerCase()) ?? 'badIs'
  }
}

function compared(value: string): { readonly comparison: Comparison; readonly rest: string } {
  const comparison = comparisons.find((sign) => value.startsWith(sign))
  return comparison === undefined
    ? { comparison: '=', rest: value }
    : { comparison, rest: value.slice(comparison.length).trim() }
}

function readSize(value: string): Reading {
  const exact = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i.exec(value)
  if (exact !== null) return { kind: 'size', width: Number(exact[1]), height: Number(exact[2]) }
  const { comparison, rest } = compared(value)
  return /^\d{1,6}$/.test(rest) ? { kind: 'side', comparison, pixels: Number(rest) } : 'badSize'
}

function readRatio(value: string): Reading {
  const { comparison, rest } = compared(value)
  const sides = /^(\d{1,5}(?:\.\d+)?)[:/](\d{1,5}(?:\.\d+)?)$/.exec(rest)
  const named: Readonly<Record<string, Comparison>> = { portrait: '<', square: '=', landscape: '>' }
  const name = comparison === '=' ? named[rest.toLowerCase()] : undefined
  if (name !== undefined) return { kind: 'ratio', comparison: name, ratio: 1 }
  const ratio =
    sides !== null
      ? Number(sides[1]) / Number(sides[2])
      : /^\d+(\.\d+)?$/.test(rest)
        ? Number(rest)
        : Number.NaN
  return Number.isFinite(ratio) && ratio > 0 ? { kind: 'ratio', comparison, ratio } : 'badRatio'
}

function readCost(value: string): Reading {
  const { comparison, rest } = compared(value)
  return /^\d{1,7}(\.\d{1,4})?$/.test(rest) ? { kind: 'cost', comparison, credits: Number(rest) } : 'badCost'
}

function readRating(value: string): Reading {
  const { comparison, rest } = compared(value)
  const stars = /^\d$/.test(rest) ? Number(rest) : Number.NaN
  return stars <= ratingMaximum ? { kind: 'rating', comparison, stars } : 'badRating'
}

/** The local start of a year, a month or a day; null if it isn't one. */
function readDay(value: string, now: number): number | null {
  const today = new Date(now)
  const daysBack = ['today', 'yesterday'].indexOf(value.toLowerCase())
  if (daysBack >= 0)
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysBack).getTime()
  const found = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value)
  if (found === null) return null
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)]
  const date = new Date(year, month - 1, day)
  date.setFullYear(year)
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null
}
