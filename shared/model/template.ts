import { scanTemplate } from './templateTokens'

/**
 * The grammar of prompts that stand for several: `{{name}}` is a variable, `{a|b|c}` are alternatives, which nest and
 * may be empty. Braces without a `|` of their own, and unmatched braces, are text. A backslash before `{`, `|` or `}`
 * makes that character text, and two of them there stand for one. Every other backslash is text.
 * In a prompt that is JSON, braces are text unless it is read as a template all the same.
 */

export interface Variable {
  /** As written, trimmed. */
  readonly name: string
  /** Equal for every way of writing the name: see `variableKey`. */
  readonly key: string
}

/** One of several texts; the whole prompt is a group of one alternative. */
export interface Group {
  readonly alternatives: readonly Sequence[]
}

/** Text as it is sent, variables and groups, one after the other. */
export type Sequence = readonly (string | Variable | Group)[]

export interface Template {
  /** Every group, inner ones before those around them, so that loops work where recursion would overflow. */
  readonly groups: readonly Group[]
  /** The whole prompt: the last of `groups`. */
  readonly root: Group
  /** In order of appearance, each once, under the first name it appears with. */
  readonly variables: readonly Variable[]
  /** False if the text is sent exactly as it was typed. */
  readonly special: boolean
  /** The index of a brace without a partner where alternatives or a variable seem to be meant; null for none. */
  readonly unpaired: number | null
}

export interface TemplateOptions {
  /** False: only variables are special, `{a|b}` and backslashes elsewhere are text. Default true. */
  readonly alternatives?: boolean
  /** A text that is JSON, too, has alternatives. By default its braces are text. */
  readonly readsJson?: boolean | undefined
}

/** Names are equal regardless of case, outer spaces and Unicode composition. */
export function variableKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/** Whether a prompt is a JSON object or list, as some models take them. */
export function isJsonPrompt(text: string): boolean {
  if (!/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Parses a prompt; every text is valid. Takes time and memory in proportion to the text. */
export function parseTemplate(
  text: string,
  { alternatives = true, readsJson = false }: TemplateOptions = {},
): Template {
  const { tokens, special, unpaired } = scanTemplate(text, alternatives && (readsJson || !isJsonPrompt(text)))
  const groups: Group[] = []
  const variables = new Map<string, Variable>()
  let sequence: (string | Variable | Group)[] = []
  let group = { alternatives: [sequence] }
  const around: { readonly group: typeof group; readonly sequence: typeof sequence }[] = []

  for (const { kind, text: words } of tokens) {
    if (kind === 'variable') {
      const variable = { name: words, key: variableKey(words) }
      if (!variables.has(variable.key)) variables.set(variable.key, variable)
      sequence.push(variable)
    } else if (kind === 'text') {
      const last = sequence.at(-1)
      if (typeof last === 'string') sequence[sequence.length - 1] = last + words
      else sequence.push(words)
    } else if (kind === 'open') {
      around.push({ group, sequence })
      sequence = []
      group = { alternatives: [sequence] }
    } else if (kind === 'or') {
      sequence = []
      group.alternatives.push(sequence)
    } else {
      const outer = around.pop()
      if (outer === undefined) throw new Error('a group was closed that was not opened')
      groups.push(group)
      outer.sequence.push(group)
      ;({ group, sequence } = outer)
    }
  }
  groups.push(group)
  return { groups, root: group, variables: [...variables.values()], special, unpaired }
}

/** The same with the brace at a place as text. */
export const withTextAt = (text: string, place: number): string =>
  `${text.slice(0, place)}\\${text.slice(place)}`

/** The template for exactly this text. Text without special characters is its own template. */
export function escapeTemplate(text: string): string {
  const { special, unpaired } = parseTemplate(text)
  if (!special && unpaired === null) return text
  // Without an open brace there is neither a group nor a variable: `|` and `}` on their own are text.
  const opened = escaped(text, '{')
  return parseTemplate(opened).unpaired === null ? opened : escaped(text, '{}')
}

/** With a backslash before each of these braces, and with those doubled that stand before any sign of the grammar. */
const escaped = (text: string, braces: '{' | '{}'): string =>
  text.replace(/\\*[{|}]/g, (run) => {
    const sign = run.charAt(run.length - 1)
    const backslashes = run.slice(0, -1).repeat(2)
    return braces.includes(sign) ? `${backslashes}\\${sign}` : `${backslashes}${sign}`
  })
