import type { Random } from '../random'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Characters to which a repeated value may grow, at most. */
const longest = 64 * 1024

/** Replacements for a value. */
const leaves: readonly [Json, ...Json[]] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '..',
  '\ud800',
  '\0',
  '1e999',
  '40%',
  'x'.repeat(3000),
  [],
  {},
  [[]],
  [null],
]

const isBranch = (value: Json): value is Json[] | { [name: string]: Json } =>
  typeof value === 'object' && value !== null

/** Each array and object, the outermost first. */
function branchesOf(value: Json): (Json[] | { [name: string]: Json })[] {
  return isBranch(value) ? [value, ...Object.values(value).flatMap(branchesOf)] : []
}

/** Changes one place of a value; returns the value, possibly a different one. */
function changed(value: Json, others: readonly Json[], names: readonly string[], random: Random): Json {
  const donor = random.pickAny(others) ?? null
  const donors = branchesOf(donor)
  // Copies, here and below: a value that contained itself would have no end.
  const piece = structuredClone(random.chance(0.5) ? random.pick(leaves) : (random.pickAny(donors) ?? donor))
  const branches = branchesOf(value)
  const branch = random.pickAny(branches)
  if (branch === undefined) return random.chance(0.5) ? [value] : piece
  const keys = Object.keys(branch)
  const key = random.pickAny(keys) ?? '0'
  switch (random.pick(['replace', 'remove', 'add', 'rename', 'repeat', 'wrap'] as const)) {
    case 'replace':
      put(branch, key, piece)
      return value
    case 'remove':
      if (Array.isArray(branch)) branch.splice(Number(key), 1)
      else delete branch[key]
      return value
    case 'add':
      put(branch, random.pickAny(names) ?? key, piece)
      return value
    case 'rename': {
      const inner = Array.isArray(branch) ? branch[Number(key)] : branch[key]
      put(branch, random.pickAny(names) ?? key, structuredClone(inner ?? null))
      return value
    }
    case 'repeat': {
      const repeated = Array.isArray(branch) ? piece : (branch[key] ?? null)
      const room = longest / (1 + JSON.stringify(repeated).length)
      const times = Math.min(room, 2 ** random.whole(1, random.chance(0.02) ? 11 : 4))
      const copies = Array.from({ length: times }, () => structuredClone(repeated))
      if (Array.isArray(branch)) branch.push(...copies)
      else put(branch, key, copies)
      return value
    }
    case 'wrap':
      return random.chance(0.5) ? [value] : { [random.pickAny(names) ?? key]: value }
  }
}

function put(branch: Json[] | { [name: string]: Json }, name: string, value: Json): void {
  if (Array.isArray(branch)) branch.push(value)
  // An own property, as JSON.parse defines it, and never the prototype.
  else Object.defineProperty(branch, name, { value, enumerable: true, configurable: true, writable: true })
}

const parsed = (bytes: Buffer): Json | undefined => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/**
 * Changes what JSON says but not how it is written, so that a reader gets to its end. Moves values and names
 * from other entries to other places, repeats them, or removes needed ones. Returns null for entries that
 * aren't JSON.
 */
export function jsonShapes(entries: readonly Buffer[]): (bytes: Buffer, random: Random) => Buffer | null {
  const values = entries.flatMap((bytes) => {
    const value = parsed(bytes)
    return value === undefined ? [] : [value]
  })
  const ofEntries = values.flatMap((value) =>
    branchesOf(value).flatMap((branch) => (Array.isArray(branch) ? [] : Object.keys(branch))),
  )
  const names = [...new Set([...ofEntries, '__proto__', 'constructor', 'toString', 'length', ''])]
  return (bytes, random) => {
    let value = parsed(bytes)
    if (value === undefined) return null
    const times = random.whole(1, 6)
    for (let time = 0; time < times; time++) value = changed(value, values, names, random)
    return Buffer.from(JSON.stringify(value))
  }
}
