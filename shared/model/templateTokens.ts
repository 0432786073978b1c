export interface Token {
  readonly kind: 'text' | 'variable' | 'open' | 'or' | 'close'
  /** A variable's name. */
  readonly text: string
}

/** Braces and bars are text until their group is closed. */
type Mark = { -readonly [K in keyof Token]: Token[K] }

export interface TemplateScan {
  readonly tokens: readonly Token[]
  /** False if the tokens put together equal the text. */
  readonly special: boolean
}

const variablePattern = /\{\{([\p{L}\p{M}\p{N} _-]{1,100})\}\}/uy

/** Cuts the text into tokens. A group is a pair of braces with a `|` between them that isn't inside an inner pair. */
export function scanTemplate(text: string, alternatives: boolean): TemplateScan {
  const tokens: Mark[] = []
  const open: { readonly brace: Mark; readonly bars: Mark[] }[] = []
  let special = false
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
  function readMark(mark: '{' | '|' | '}'): void {
    cut(1)
    const token = add('text', mark)
    if (mark === '{') open.push({ brace: token, bars: [] })
    if (mark === '|') open.at(-1)?.bars.push(token)
    const pair = mark === '}' ? open.pop() : undefined
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
  return { tokens, special }
}
