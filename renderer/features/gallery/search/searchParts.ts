import { type QueryPlace, type QueryTerm, readImageQuery } from '@shared/model/imageQuery'

/** A query as the search field shows it: what has a key stands first, as chips, and the rest is text. */
export interface SearchParts {
  /** Each as typed: `-model:aurora`. */
  readonly chips: readonly string[]
  readonly draft: string
}

/** Problems of text that isn’t a part with a key: it stays as it was typed. */
const ofText = new Set(['unknownKey', 'unclosedQuote', 'looseQuote', 'tooManyTerms'])

/** Where the parts with a key stand, ascending. */
function keyedPlaces(text: string): readonly QueryPlace[] {
  const { terms, problems } = readImageQuery(text, Date.now())
  const unclosed = problems.filter(({ code }) => code === 'unclosedQuote').map(({ from }) => from)
  const isKeyed = ({ key, from }: QueryTerm) => key !== null && !unclosed.includes(from)
  return [...terms.filter(isKeyed), ...problems.filter(({ code }) => !ofText.has(code))].sort(
    (a, b) => a.from - b.from,
  )
}

/** Takes the finished parts with a key out of a text; `isWhole`: the last one is finished too. */
export function splitQuery(text: string, { isWhole }: { readonly isWhole: boolean }): SearchParts {
  const chips: string[] = []
  let draft = ''
  let end = 0
  for (const { from, to } of keyedPlaces(text)) {
    if (to === text.length && !isWhole) continue
    const chip = text.slice(from, to)
    // A key alone waits for its value.
    if (/[:：]$/.test(chip)) continue
    chips.push(chip)
    draft += text.slice(end, from)
    end = to
    while (/\s/.test(text[end] ?? '')) end++
  }
  return { chips, draft: draft + text.slice(end) }
}

export const joinedQuery = ({ chips, draft }: SearchParts): string =>
  [...chips, draft.trim()].filter((part) => part !== '').join(' ')
