/** A member of an object, in its place. */
export interface JsonMember {
  readonly name: string
  /** The JSON of its value, as it was typed. */
  readonly text: string
}

/** What a text is as JSON. `at`: the index of the first character that can't be right. */
export type JsonReading =
  | {
      readonly ok: true
      readonly kind: 'string' | 'object' | 'other'
      /** How deep it is nested: 0 without objects and arrays. */
      readonly depth: number
      /** Those of the object itself, also the same name twice. */
      readonly members: readonly JsonMember[]
    }
  | { readonly ok: false; readonly at: number }

const blanks = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them
const string = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** `first`: right after an opening bracket. `more`: after a value inside of brackets. */
type Expected = 'value' | 'name' | 'first' | 'more' | 'end'

/**
 * Reads JSON without making values of it, so that numbers keep every digit and no name means anything. Takes no stack,
 * however deep the text is nested.
 */
export function readJson(text: string): JsonReading {
  const open: string[] = []
  const members: JsonMember[] = []
  let at = 0
  let depth = 0
  let expected: Expected = 'value'
  /** Of the outermost object: the name of the member that is read, and where its value begins. */
  let [name, begun] = ['', 0]

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }

  /** After the end of a value. */
  function completed(): Expected {
    if (open.length === 1 && open[0] === '{') members.push({ name, text: text.slice(begun, at) })
    return open.length === 0 ? 'end' : 'more'
  }

  for (;;) {
    take(blanks)
    const next = text[at] ?? ''
    const inObject = open.at(-1) === '{'
    if (expected === 'end') {
      if (next !== '') return { ok: false, at }
      return { ok: true, kind: kindOf(text.trimStart()), depth, members }
    }
    if ((expected === 'first' || expected === 'more') && next === (inObject ? '}' : ']')) {
      at += 1
      open.pop()
      expected = completed()
      continue
    }
    if (expected === 'more') {
      if (next !== ',') return { ok: false, at }
      at += 1
      expected = inObject ? 'name' : 'value'
      continue
    }
    if (expected === 'name' || (expected === 'first' && inObject)) {
      const typed = take(string)
      if (typed === null) return { ok: false, at }
      if (open.length === 1) name = textOfJson(typed)
      take(blanks)
      if (text[at] !== ':') return { ok: false, at }
      at += 1
      expected = 'value'
      continue
    }
    if (open.length === 1) begun = at
    if (next === '{' || next === '[') {
      at += 1
      open.push(next)
      depth = Math.max(depth, open.length)
      expected = 'first'
      continue
    }
    if (take(string) === null && take(word) === null) return { ok: false, at }
    expected = completed()
  }
}

function kindOf(text: string): 'string' | 'object' | 'other' {
  if (text.startsWith('"')) return 'string'
  return text.startsWith('{') ? 'object' : 'other'
}

/** The text that a JSON string stands for. */
export function textOfJson(json: string): string {
  return String(JSON.parse(json))
}
