import { type ReadRole, shortMaximum, type Understood } from '@shared/model/exchange'
import { jsonPlaces } from '@shared/model/jsonPlaces'
import type { JsonLeaf } from '@shared/model/jsonText'

/** A value that the user can point at. */
export interface ShownValue {
  readonly leaf: JsonLeaf
  /** What it was understood as; empty for nothing. */
  readonly roles: readonly ReadRole[]
}

export interface AnswerPiece {
  readonly text: string
  /** Null for what is around the values. */
  readonly value: ShownValue | null
}

/** How many values can be pointed at, besides those that were understood. */
const valuesMaximum = 2000
/** Deeper parts are indented as far as this. */
const indentMaximum = 12

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+|"/g

/**
 * An answer in pieces, laid out with a line for each member as far as it is JSON: the values in it stand as they came, and
 * what is no JSON stays as it is.
 */
export function answerPieces(text: string, understood: readonly Understood[]): readonly AnswerPiece[] {
  const { leaves, end } = jsonPlaces(text)
  const roles = new Map<number, ReadRole[]>()
  for (const { role, start } of understood) roles.set(start, [...(roles.get(start) ?? []), role])
  const pieces: AnswerPiece[] = []
  const layout = createLayout()
  let at = 0
  let count = 0
  for (const leaf of leaves) {
    const own = roles.get(leaf.start) ?? []
    const canBePressed = !/^(?:""|null|true|false)$/.test(text.slice(leaf.start, leaf.end))
    if (own.length === 0 && (!canBePressed || count >= valuesMaximum)) continue
    count += 1
    pieces.push({ text: layout.around(text.slice(at, leaf.start)) + layout.beforeValue(), value: null })
    pieces.push({ text: text.slice(leaf.start, leaf.end), value: { leaf, roles: own } })
    at = leaf.end
  }
  pieces.push({ text: layout.around(text.slice(at, end)) + text.slice(end), value: null })
  return pieces.filter((piece) => piece.text !== '')
}

/** Breaks and indents what is around the values, piece by piece. */
function createLayout() {
  let depth = 0
  let isOpened = false
  const line = () => `\n${'  '.repeat(Math.min(depth, indentMaximum))}`

  function beforeValue(): string {
    const broken = isOpened ? line() : ''
    isOpened = false
    return broken
  }

  function laid(token: string): string {
    if (token === '}' || token === ']') {
      depth -= 1
      const broken = isOpened ? '' : line()
      isOpened = false
      return broken + token
    }
    if (token === ',') return token + line()
    if (token === ':') return ': '
    const begun = beforeValue() + token
    if (token === '{' || token === '[') {
      depth += 1
      isOpened = true
    }
    return begun
  }

  return { beforeValue, around: (text: string) => (text.match(tokens) ?? []).map(laid).join('') }
}

/** A path as it is written in code: `deliver.where[0]`. */
export function pathText(path: JsonLeaf['path']): string {
  const text = path
    .map((step) =>
      typeof step === 'number' || !/^[\w-]+$/.test(step) ? `[${JSON.stringify(step)}]` : `.${step}`,
    )
    .join('')
  return text.replace(/^\./, '').slice(0, shortMaximum)
}
