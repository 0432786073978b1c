export interface Token {
  readonly kind: 'text' | 'variable' | 'open' | 'or' | 'close'
  /** A variable's name. */
  readonly text: string
}

/** Braces and bars are text until their group is closed. */
type Mark = { -readonly [K in keyof Token]: Token[K] }

interface OpenBrace {
  readonly brace: Mark
  /** Where it stands in the text. */
  readonly at: number
  readonly bars: Mark[]
}

export interface TemplateScan {
  readonly tokens: readonly Token[]
  /** False if the tokens put together equal the text. */
  readonly special: boolean
  /** Where a brace stands that has no partner, though alternatives or a variable seem to be meant; null for none. */
  readonly unpaired: number | null
}

const variablePattern = /\{\{([\p{L}\p{M}\p{N} _-]{1,100})\}\}/uy
/** A variable with a brace too few: at its end, and at its beginning. */
const unclosedVariable = /^\{\{[\p{L}\p{M}\p{N} _-]{1,100}\}/u
const unopenedVariable = /\{[\p{L}\p{M}\p{N} _-]{1,100}\}$/u
const longestHalf = 103

/** Cuts the text into tokens. A group is a pair of braces with a `|` between them that isn't inside an inner pair. */
export function scanTemplate(text: string, alternatives: boolean): TemplateScan {
  const tokens: Mark[] = []
  const open: OpenBrace[] = []
  let special = false
  /** Bars outside of all braces: one that is closed after them was never opened. */
  let looseBars = 0
  let unopened: number | null = null
  /** Some braces are meant as text: one that closes them is, too. */
  let escapesBraces = false
  /** Where the text that isn't a token yet begins, and the current position. */
  let from = 0
  let at = 0

  function add(kind: Token['kind'], words: string): Mark {
    const token = { kind, text: words }
    tokens.push(token)
    return token
  }
  /** Makes a token of the text so far and continues after `length` more characters. */
  function cut(length: number): void {
    if (at > from) add('text', text.slice(from, at))
    at += length
    from = at
  }
  function variableAt(place: number): RegExpExecArray | null {
    variablePattern.lastIndex = place
    const found = variablePattern.exec(text)
    return found?.[1]?.trim() === '' ? null : found
  }

  /** A run of backslashes counts only before something that is special there. */
  function readBackslashes(): void {
    let end = at
    while (text[end] === '\\') end++
    if (alternatives ? !/^[{|}]/.test(text.charAt(end)) : variableAt(end) === null) {
      at = end
      return
    }
    const run = end - at
    const escaped = run % 2 === 1 ? text.charAt(end) : ''
    if (escaped === '{') escapesBraces = true
    cut(run + escaped.length)
    add('text', '\\'.repeat(run >> 1) + escaped)
    special = true
  }
  function readVariable(): boolean {
    const found = text[at] === '{' ? variableAt(at) : null
    if (found === null) return false
    cut(found[0].length)
    add('variable', found[1]?.trim() ?? '')
    special = true
    return true
  }
  /** Of a closing brace without a partner. */
  const seemsMeant = (place: number): boolean =>
    !escapesBraces &&
    (looseBars > 0 || unopenedVariable.test(text.slice(Math.max(0, place - longestHalf), place)))

  function readMark(mark: '{' | '|' | '}'): void {
    const place = at
    cut(1)
    const token = add('text', mark)
    if (mark === '{') open.push({ brace: token, at: place, bars: [] })
    if (mark === '|' && open.length === 0) looseBars++
    if (mark === '|') open.at(-1)?.bars.push(token)
    const pair = mark === '}' ? open.pop() : undefined
    if (mark === '}' && pair === undefined && seemsMeant(place)) unopened ??= place
    if (pair === undefined || pair.bars.length === 0) return
    pair.brace.kind = 'open'
    for (const bar of pair.bars) bar.kind = 'or'
    token.kind = 'close'
    special = true
  }

  while (at < text.length) {
    const next = text.charAt(at)
    if (next === '\\') readBackslashes()
    else if (!readVariable()) {
      if (alternatives && (next === '{' || next === '|' || next === '}')) readMark(next)
      else at++
    }
  }
  cut(0)
  const unclosed = open.find(
    (one) => one.bars.length > 0 || unclosedVariable.test(text.slice(one.at, one.at + longestHalf)),
  )
  const places = [unclosed?.at, unopened].filter((place) => typeof place === 'number')
  return { tokens, special, unpaired: places.length === 0 ? null : Math.min(...places) }
}
