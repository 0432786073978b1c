/** A member of an object, in its place. */
export interface JsonMember {
  readonly name: string
  /** The JSON of its value, as it was typed. */
  readonly text: string
}

/** A value without parts, and the names and indexes that lead to it from the root. */
export interface JsonLeaf {
  readonly path: readonly (string | number)[]
  /** The index of its first character in the text, and of the one after its last. */
  readonly start: number
  readonly end: number
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
 * however deep the text is nested. `onLeaf` hears of each value without parts, also in a text that turns out to be broken
 * later, unless more than `depthMaximum` names and indexes lead to it.
 */
export function readJson(
  text: string,
  { onLeaf, depthMaximum = 0 }: { onLeaf?: (leaf: JsonLeaf) => void; depthMaximum?: number } = {},
): JsonReading {
  const open: string[] = []
  /** What leads to the value that is read: a name or an index for each bracket that is open. */
  const steps: (string | number)[] = []
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

  /** A word that breaks off may not be whole. */
  function tellLeaf(start: number): void {
    const next = text[at] ?? (open.length === 0 ? ',' : '')
    if (onLeaf === undefined || open.length > depthMaximum) return
    if (text[at - 1] === '"' || /^[\s,\]}]$/.test(next)) onLeaf({ path: [...steps], start, end: at })
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
      steps.pop()
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
      if (onLeaf !== undefined) steps[steps.length - 1] = textOfJson(typed)
      take(blanks)
      if (text[at] !== ':') return { ok: false, at }
      at += 1
      expected = 'value'
      continue
    }
    if (open.length === 1) begun = at
    const step = steps.at(-1)
    if (typeof step === 'number') steps[steps.length - 1] = step + 1
    if (next === '{' || next === '[') {
      at += 1
      open.push(next)
      steps.push(next === '{' ? '' : -1)
      depth = Math.max(depth, open.length)
      expected = 'first'
      continue
    }
    const start = at
    if (take(string) === null && take(word) === null) return { ok: false, at }
    tellLeaf(start)
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
