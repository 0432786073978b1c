import type { Group, Sequence, Template } from './template'

/** A set of variables, one bit each, because sets are joined at every part of a text. */
export type Bits = bigint

export interface Places {
  /** The variables in a part of the template, however deep. */
  bitsOf(part: Sequence[number]): Bits
  /** The variables that are chosen in a sequence, once for all of their places in it. */
  chosenIn(sequence: Sequence): Bits
}

/**
 * Finds where each variable is chosen: in the outermost sequence that holds it directly or in several of its groups. So
 * it has the same value wherever two of its places appear together, and doesn't multiply alternatives in which it
 * doesn't appear.
 */
export function placeVariables(template: Template, keys: readonly string[]): Places {
  if (keys.length === 0) return { bitsOf: () => 0n, chosenIn: () => 0n }
  const bits = new Map(keys.map((key, at) => [key, 1n << BigInt(at)]))
  const held = new Map<Group, Bits>()
  const chosen = new Map<Sequence, Bits>()
  const bitsOf = (part: Sequence[number]): Bits => {
    if (typeof part === 'string') return 0n
    return 'key' in part ? (bits.get(part.key) ?? 0n) : (held.get(part) ?? 0n)
  }

  for (const group of template.groups) {
    let all = 0n
    for (const sequence of group.alternatives) {
      let seen = 0n
      let here = 0n
      for (const part of sequence) {
        const found = bitsOf(part)
        here |= typeof part !== 'string' && 'key' in part ? found : seen & found
        seen |= found
      }
      chosen.set(sequence, here)
      all |= seen
    }
    held.set(group, all)
  }

  // From the outside in: a variable chosen around a sequence isn't chosen again inside it.
  const around = new Map<Group, Bits>()
  for (const group of template.groups.toReversed()) {
    const outer = around.get(group) ?? 0n
    for (const sequence of group.alternatives) {
      const here = chosen.get(sequence) ?? 0n
      chosen.set(sequence, here & ~outer)
      for (const part of sequence) {
        if (typeof part !== 'string' && 'alternatives' in part) around.set(part, outer | here)
      }
    }
  }
  return { bitsOf, chosenIn: (sequence) => chosen.get(sequence) ?? 0n }
}
