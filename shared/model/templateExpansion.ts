import type { Group, Sequence, Template, Variable } from './template'
import { type Bits, placeVariables } from './templatePlaces'

/** The values of each variable, by `variableKey`; literal text. An empty list means no value at all. */
export type TemplateValues = ReadonlyMap<string, readonly string[]>

/** Counts are exact below this and stop here, so that no text makes counting slow. */
export const countCeiling = 10n ** 100n

/** The variables without a value. While there is one, the template can be neither counted nor expanded. */
export function unknownVariables(template: Template, values: TemplateValues): readonly Variable[] {
  return template.variables.filter(({ key }) => (values.get(key)?.length ?? 0) === 0)
}

/** How many prompts the template stands for, at least 1, without making one of them. */
export function countExpansions(template: Template, values: TemplateValues): bigint {
  return arrange(template, values).get(template.root)?.count ?? 0n
}

/**
 * Makes the prompts one by one; the leftmost choice changes slowest. A variable that appears in several places has the
 * same value in all of them, chosen at the first; each alternative of a group chooses its own.
 */
export function* expandTemplate(
  template: Template,
  values: TemplateValues,
  { limit = Number.POSITIVE_INFINITY }: ExpandOptions = {},
): Generator<string> {
  const arrangement = arrange(template, values)
  const size = Math.min(limit, Number(arrangement.get(template.root)?.count ?? 0n))
  for (let index = 0; index < size; index++) yield render(template.root, index, arrangement, values)
}

export interface ExpandOptions {
  /** The most prompts to make; default all. */
  readonly limit?: number
}

/**
 * What has to be chosen in an alternative. `size`: the number of choices, which is only rough beyond the reach of any
 * index.
 */
type Choice =
  | { readonly key: string; readonly values: readonly string[]; readonly size: number }
  | { readonly group: Group; readonly size: number }

/** An alternative with its choices in the order of its text. */
interface Way {
  readonly parts: Sequence
  readonly choices: readonly Choice[]
  readonly count: bigint
}

type Arrangement = ReadonlyMap<Group, { readonly ways: readonly Way[]; readonly count: bigint }>

function arrange(template: Template, values: TemplateValues): Arrangement {
  const unknown = unknownVariables(template, values)[0]
  if (unknown !== undefined) throw new Error(`the variable ${unknown.name} has no value`)
  // A variable with one value isn't a choice.
  const keys = template.variables.map(({ key }) => key).filter((key) => (values.get(key)?.length ?? 0) > 1)
  const { bitsOf, chosenIn } = placeVariables(template, keys)
  const arrangement = new Map<Group, { readonly ways: readonly Way[]; readonly count: bigint }>()

  function variableChoices(bits: Bits): readonly Choice[] {
    if (bits === 0n) return []
    return keys
      .filter((_, at) => (bits >> BigInt(at)) % 2n === 1n)
      .map((key) => ({ key, values: values.get(key) ?? [], size: values.get(key)?.length ?? 0 }))
  }
  function wayThrough(parts: Sequence): Way {
    const choices: Choice[] = []
    let count = 1n
    let pending = chosenIn(parts)
    for (const part of parts) {
      const now = pending === 0n ? pending : bitsOf(part) & pending
      pending &= ~now
      for (const choice of variableChoices(now)) {
        choices.push(choice)
        count = atMost(count * BigInt(choice.size))
      }
      if (typeof part === 'string' || 'key' in part) continue
      const inner = arrangement.get(part)?.count ?? 1n
      choices.push({ group: part, size: Number(inner) })
      count = atMost(count * inner)
    }
    return { parts, choices, count }
  }

  for (const group of template.groups) {
    const ways = group.alternatives.map(wayThrough)
    arrangement.set(group, { ways, count: ways.reduce((sum, { count }) => atMost(sum + count), 0n) })
  }
  return arrangement
}

function atMost(count: bigint): bigint {
  return count > countCeiling ? countCeiling : count
}

/** The prompt at an index: its digits are the choices, the last one changing fastest. */
function render(root: Group, index: number, arrangement: Arrangement, values: TemplateValues): string {
  const indexes = new Map([[root, index]])
  const words = new Map<string, string>()
  const prompt = createJoining()
  const todo: Sequence[number][] = [root]

  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (typeof part === 'string') {
      prompt.add(part)
    } else if ('key' in part) {
      prompt.add(words.get(part.key) ?? values.get(part.key)?.[0] ?? '')
    } else {
      const { way, rest } = wayAt(arrangement.get(part)?.ways ?? [], indexes.get(part) ?? 0)
      if (way.parts.length === 0) prompt.addNothing()
      let left = rest
      for (const choice of way.choices.toReversed()) {
        // Anything not chosen explicitly is the first.
        if (left === 0) break
        const digit = left % choice.size
        left = Math.floor(left / choice.size)
        if ('key' in choice) words.set(choice.key, choice.values[digit] ?? '')
        else indexes.set(choice.group, digit)
      }
      for (const inner of way.parts.toReversed()) todo.push(inner)
    }
  }
  return prompt.text()
}

/** A prompt that is put together from its start. */
interface Joining {
  add(text: string): void
  /** Notes an empty alternative at this point. */
  addNothing(): void
  text(): string
}

/** White space inside a line. */
const blank = /[^\S\n\r]/

/**
 * If nothing is left between two spaces, or between a space and an end of its line, one space is dropped. It separated
 * the other alternatives from their neighbours. All other spaces are the user's own and stay.
 */
function createJoining(): Joining {
  const texts: string[] = []
  let nothing = false
  const ending = (): string => texts.at(-1)?.at(-1) ?? '\n'
  const dropEnding = (): void => {
    const rest = texts.pop()?.slice(0, -1)
    if (rest) texts.push(rest)
  }

  return {
    add(text) {
      if (text === '') return
      const beginning = text.charAt(0)
      const isDoubled = nothing && /\s/.test(ending()) && blank.test(beginning)
      if (nothing && !isDoubled && blank.test(ending()) && /\s/.test(beginning)) dropEnding()
      nothing = false
      const added = isDoubled ? text.slice(1) : text
      if (added !== '') texts.push(added)
    },
    addNothing() {
      nothing = true
    },
    text() {
      if (nothing && blank.test(ending())) dropEnding()
      nothing = false
      return texts.join('')
    },
  }
}

/** The alternative an index falls into, and the rest of the index for that alternative's choices. */
function wayAt(ways: readonly Way[], index: number): { readonly way: Way; readonly rest: number } {
  let rest = index
  for (const way of ways) {
    if (rest < way.count) return { way, rest }
    rest -= Number(way.count)
  }
  throw new Error('the index is beyond the last prompt')
}
