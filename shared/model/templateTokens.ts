interface Token {
  readonly kind: 'text' | 'variable' | 'open' | 'or' | 'close'
  /** What it is when it is text; a variable's name. */
  readonly text: string
}

export interface TemplateScan {
  readonly tokens: readonly Token[]
  /** Which of `open`, `or` and `close` make a group; the others are text. */
  readonly live: ReadonlySet<number>
  readonly escapes: boolean
}

const variablePattern = /\{\{([\p{L}\p{M}\p{N} _-]{1,100})\}\}/uy

/** Cuts the text into tokens and finds which braces are a group's: those with a partner and a `|` between them. */
export function scanTemplate(text: string, alternatives: boolean): TemplateScan {
  const tokens: Token[] = []
  const live = new Set<number>()
  const open: { readonly at: number; readonly ors: number[] }[] = []
  let escapes = false
  let from = 0
  let at = 0

  function variableAt(place: number): RegExpExecArray | null {
    variablePattern.lastIndex = place
    const found = variablePattern.exec(text)
    return found?.[1]?.trim() === '' ? null : found
  }
  /** Ends the text that is being read and goes on behind `length` characters. */
  function cut(length: number): void {
    if (at > from) tokens.push({ kind: 'text', text: text.slice(from, at) })
    at += length
    from = at
  }
  /** A run of backslashes counts only before something that is special there. */
  function readBackslashes(): void {
    let end = at
    while (text[end] === '\\') end++
    const before = alternatives ? /^[{|}]/.test(text.charAt(end)) : variableAt(end) !== null
    if (!before) {
      at = end
      return
    }
    const run = end - at
    escapes = true
    cut(run)
    const escaped = run % 2 === 1 ? text.charAt(end) : ''
    tokens.push({ kind: 'text', text: '\\'.repeat(run >> 1) + escaped })
    cut(escaped.length)
  }
  function readVariable(): boolean {
    const found = text[at] === '{' ? variableAt(at) : null
    if (found === null) return false
    cut(found[0].length)
    tokens.push({ kind: 'variable', text: found[1]?.trim() ?? '' })
    return true
  }
  function readMark(mark: string): void {
    cut(1)
    if (mark === '{') open.push({ at: tokens.length, ors: [] })
    if (mark === '|') open.at(-1)?.ors.push(tokens.length)
    const group = mark === '}' ? open.pop() : undefined
    if (group !== undefined && group.ors.length > 0) {
      for (const part of [group.at, ...group.ors, tokens.length]) live.add(part)
    }
    tokens.push({ kind: mark === '{' ? 'open' : mark === '|' ? 'or' : 'close', text: mark })
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
  return { tokens, live, escapes }
}
