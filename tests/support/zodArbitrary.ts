import fc from 'fast-check'
import { z } from 'zod'

/** What texts are made of where a schema asks for one. */
export interface Words {
  /** Ids that are there, addresses, sizes: at least one that fits each string of the schemas. */
  readonly words: readonly string[]
  /** What is likely in a field, or in a list of that name: ids that are there. Said every other time. */
  readonly ofField: Readonly<Record<string, readonly string[]>>
  /** Keeps out what must not be said, addresses elsewhere for example; of whatever is no word. */
  readonly mayBeSaid: (text: string) => boolean
}

/** Lists are short: what is long is tried by tests of its own. */
const listMaximum = 4
const textMaximum = 40

/** Values that a schema takes, each kind of it in its way. Throws at once for a kind that is not known here. */
export function fitting(schema: z.core.$ZodType, words: Words, field = ''): fc.Arbitrary<unknown> {
  const fits = (value: unknown): boolean => z.safeParse(schema, value).success
  // What the kind alone doesn't show, for example a custom check, is checked as a whole.
  return kindOf(schema, { words, field, fits }).filter(fits)
}

interface Place {
  readonly words: Words
  /** The field it stands in. */
  readonly field: string
  readonly fits: (value: unknown) => boolean
}

function kindOf(schema: z.core.$ZodType, place: Place): fc.Arbitrary<unknown> {
  const inner = (part: z.core.$ZodType, field = place.field) => fitting(part, place.words, field)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return texts(place)
    case 'number':
      return numbers(def.checks)
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null })
    case 'optional':
    case 'default':
      return fc.option(inner(def.innerType), { nil: undefined })
    case 'object':
      return objects(def.shape, inner)
    case 'array':
      return fc.array(inner(def.element), listLengths(def.checks))
    case 'record':
      return fc.dictionary(inner(def.keyType).map(String), inner(def.valueType), { maxKeys: listMaximum })
    case 'union':
      return fc.oneof(...def.options.map((option) => inner(option)))
    case 'pipe':
      return piped(def.in, place)
    default:
      throw new Error(`no values are known for the kind ${def.type}`)
  }
}

/** What goes in decides; that it fits the whole way through is looked at where the words are chosen. */
function piped(first: z.core.$ZodType, place: Place): fc.Arbitrary<unknown> {
  const { def } = (first as z.core.$ZodTypes)._zod
  return def.type === 'string' ? texts(place) : kindOf(first, place)
}

function texts({ words: { words, ofField, mayBeSaid }, field, fits }: Place): fc.Arbitrary<string> {
  const known = words.filter(fits)
  if (known.length === 0) throw new Error(`no word fits ${field}: another is needed for a schema that is new`)
  const likely = (ofField[field] ?? []).filter(fits)
  const anything = fc.string({ unit: 'binary', maxLength: textMaximum })
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(likely.length > 0 ? likely : known)) },
    { weight: 2, arbitrary: fc.constantFrom(...known) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(anything, fc.constantFrom(...known))
        .map(([text, word]) => (fits(text) && mayBeSaid(text) ? text : word)),
    },
  )
}

/** What the checks of a kind bound it to, and whether numbers are whole. */
interface Bounds {
  readonly least: number
  readonly most: number
  readonly isWhole: boolean
}

function boundsOf(checks: readonly z.core.$ZodCheck[] = []): Bounds {
  let [least, most, isWhole] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false]
  for (const check of checks) {
    const { def } = (check as z.core.$ZodChecks)._zod
    if (def.check === 'greater_than') least = Math.max(least, Number(def.value))
    if (def.check === 'less_than') most = Math.min(most, Number(def.value))
    if (def.check === 'min_length') least = Math.max(least, def.minimum)
    if (def.check === 'max_length') most = Math.min(most, def.maximum)
    if (def.check === 'number_format') isWhole = true
  }
  return { least, most, isWhole }
}

function numbers(checks: readonly z.core.$ZodCheck[] | undefined): fc.Arbitrary<number> {
  const bounds = boundsOf(checks)
  const least = Math.max(bounds.least, Number.MIN_SAFE_INTEGER)
  const most = Math.min(bounds.most, Number.MAX_SAFE_INTEGER)
  const usual = Math.ceil(Math.max(least, Math.min(0, most)))
  return fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: usual, max: Math.floor(Math.min(most, usual + 5)) }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
    {
      weight: 1,
      arbitrary: bounds.isWhole
        ? fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(most, 2 ** 31 - 1) })
        : fc.double({ min: least, max: most, noNaN: true }),
    },
  )
}

function objects(
  shape: z.core.$ZodShape,
  inner: (part: z.core.$ZodType, field: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, inner(part, name)]))
  // The window says nothing of a field it leaves out; here it is there, and undefined, as often.
  const optional = new Set(Object.keys(shape).filter((name) => shape[name]?._zod.optin === 'optional'))
  const requiredKeys = Object.keys(shape).filter((name) => !optional.has(name))
  return fc.record(fields, { requiredKeys })
}

function listLengths(checks: readonly z.core.$ZodCheck[] | undefined): fc.ArrayConstraints {
  const { least, most } = boundsOf(checks)
  const minLength = Math.max(0, least)
  return { minLength, maxLength: Math.max(minLength, Math.min(most, listMaximum)) }
}

/** What stands in the place of a part of a value. */
const strange: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  '',
  ' ',
  '\ud800',
  '../../etc/passwd',
  'x'.repeat(2_000_000),
  [],
  {},
  [[[]]],
  new Date(0),
  new Map([['id', 'x']]),
  new Uint8Array(3),
  10n,
  JSON.parse('{"__proto__":{"id":"x"}}'),
]

/** Values that a schema does not take: most of them fit but for one part, others are anything at all. */
export function unfitting(schema: z.core.$ZodType, words: Words): fc.Arbitrary<unknown> {
  const broken = fc
    .tuple(fitting(schema, words), fc.nat(), fc.constantFrom(...strange))
    .map(([value, at, part]) => withPart(value, at, part))
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true })
  return fc
    .oneof({ weight: 3, arbitrary: broken }, { weight: 1, arbitrary: anything })
    .filter((value) => !z.safeParse(schema, value).success)
}

type Path = readonly (string | number)[]

/** The same value with another in one of its places; the places are numbered, all of it is one of them. */
function withPart(value: unknown, at: number, part: unknown): unknown {
  const places = placesOf(value)
  return replaced(value, places[at % places.length] ?? [], part)
}

function placesOf(value: unknown, place: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...place, name]))]
}

function replaced(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === String(name) ? replaced(inner, rest, part) : inner))
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([key, inner]) => [
      key,
      key === name ? replaced(inner, rest, part) : inner,
    ]),
  )
}
