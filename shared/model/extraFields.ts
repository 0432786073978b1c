import { z } from 'zod'
import { type AppError, appError } from '../errors'
import { brokenCharacterAt } from './brokenCharacter'
import { type JsonMember, readJson, textOfJson } from './jsonText'

/** Together, the names and values of one list have at most this many `characters`. */
export const extraMaxima = { fields: 100, name: 100, characters: 16_384, depth: 20 } as const

/** More than can be sent, so that nothing typed or pasted is lost: it is refused with its reason. */
export const extraTypedMaximum = 1_000_000

/** A field of the request's body that the interface's documentation doesn't have. Its value is the text as typed. */
export const extraFieldSchema = z.object({ name: z.string(), value: z.string() })

/** Fields as typed, whether or not they can be sent. */
export const extraFieldsSchema = z
  .array(z.object({ name: z.string().max(extraTypedMaximum), value: z.string().max(extraTypedMaximum) }))
  .max(extraMaxima.fields)

/** Fields that can be sent: without the rows that were left empty. Issue messages are error codes. */
export const sendableExtraSchema = extraFieldsSchema
  .check(({ value, issues }) => {
    for (const { at, part, error } of extraProblems(value)) {
      const { code, params } = error
      issues.push({ code: 'custom', message: code, params, path: [at, part], input: value })
    }
  })
  .transform((fields) => filled(fields).map(({ name, value }) => ({ name: name.trim(), value })))

export type ExtraField = Readonly<z.infer<typeof extraFieldSchema>>

/** Why a list can't be sent: the field, by its place in the list, and the part of it. */
export interface ExtraProblem {
  readonly at: number
  readonly part: 'name' | 'value'
  readonly error: AppError
}

/** Characters of a text that an error repeats. */
const repeated = 60

const folded = (name: string): string => name.toUpperCase()
/** The interface's own. Some services don't tell names apart by their case. */
const reserved: ReadonlySet<string> = new Set(['model', 'prompt', 'size', 'n', 'image', 'async'].map(folded))
const stream = folded('stream')

const isBlank = ({ name, value }: ExtraField): boolean => name.trim() === '' && value === ''

const filled = (fields: readonly ExtraField[]): readonly ExtraField[] =>
  fields.filter((field) => !isBlank(field))

/**
 * The JSON that a value is sent as. What is valid JSON other than a string is sent as it was typed, digit by digit;
 * anything else is text.
 */
export function extraValueJson(value: string): string {
  const reading = readJson(value)
  return reading.ok && reading.kind !== 'string' ? value.trim() : JSON.stringify(value)
}

/** One list of several: a field takes the place of the one with its name in the lists before. */
export function mergedExtra(...lists: readonly (readonly ExtraField[] | undefined)[]): ExtraField[] {
  const all = lists.flatMap((list) => list ?? [])
  const values = new Map(all.map(({ name, value }) => [name, value]))
  return [...values].map(([name, value]) => ({ name, value }))
}

/** The members that fields add to a body, each as JSON. None ever replaces one of the interface's own. */
export function extraMembers(fields: readonly ExtraField[]): readonly string[] {
  return fields
    .filter(({ name }) => !reserved.has(folded(name)))
    .map(({ name, value }) => `${JSON.stringify(name)}:${extraValueJson(value)}`)
}

/** How many characters fields have. */
export function extraLength(fields: readonly ExtraField[] = []): number {
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
}

/** All that keeps fields from being sent, in their order; at most one problem for each field. */
export function extraProblems(fields: readonly ExtraField[]): readonly ExtraProblem[] {
  const names = new Set<string>()
  const unread = unreadJson(fields)
  let characters = 0
  return fields.flatMap((field, at): readonly ExtraProblem[] => {
    if (isBlank(field)) return []
    const name = field.name.trim()
    const before = characters
    characters += name.length + field.value.length
    const wrongName = unread?.error ?? nameError(name, names)
    names.add(name)
    if (wrongName !== null) return [{ at, part: 'name', error: wrongName }]
    const wrong = before <= extraMaxima.characters && characters > extraMaxima.characters
    const wrongValue = wrong ? tooLong(extraLength(fields)) : valueError(name, field.value)
    return wrongValue === null ? [] : [{ at, part: 'value', error: wrongValue }]
  })
}

function nameError(name: string, others: ReadonlySet<string>): AppError | null {
  if (name === '') return appError('extraNameEmpty')
  if (name.length > extraMaxima.name) {
    return appError('extraNameTooLong', { params: { length: name.length, maximum: extraMaxima.name } })
  }
  const broken = brokenCharacterAt(name)
  if (broken !== null) return appError('characterBroken', { params: { at: broken } })
  if (folded(name) === stream) return appError('extraStream')
  if (reserved.has(folded(name))) return appError('extraNameReserved', { params: { name } })
  return others.has(name) ? appError('extraNameTwice', { params: { name } }) : null
}

function valueError(name: string, value: string): AppError | null {
  if (value.length > extraMaxima.characters) return null
  const broken = brokenCharacterAt(value)
  if (broken !== null) return appError('characterBroken', { params: { at: broken } })
  const reading = readJson(value)
  const maximum = extraMaxima.depth
  const isDeep = reading.ok && reading.depth > maximum
  return isDeep ? appError('extraTooDeep', { params: { name, maximum } }) : null
}

function tooLong(characters: number): AppError {
  return appError('extraTooLong', { params: { characters, maximum: extraMaxima.characters } })
}

/** The most characters of the JSON of a list: each of its characters may be an escape of six. */
const jsonMaximum = 6 * extraMaxima.characters + 20 * extraMaxima.fields

/** Fields as one JSON object, as the user edits it; empty for none. */
export function extraJson(fields: readonly ExtraField[]): string {
  const unread = unreadJson(fields)
  if (unread !== null) return unread.text
  const lines = filled(fields).map(({ name, value }) => `  ${JSON.stringify(name)}: ${extraValueJson(value)}`)
  return lines.length === 0 ? '' : `{\n${lines.join(',\n')}\n}`
}

/**
 * The fields of a JSON object, or what is wrong with the text. It is then kept as the value of a field without a name,
 * which can't be sent.
 */
export function readExtraJson(text: string): {
  readonly fields: ExtraField[]
  readonly error: AppError | null
} {
  if (text.trim() === '') return { fields: [], error: null }
  const { error, members } = readMembers(text)
  return { fields: error === null ? members.map(fieldOf) : [{ name: '', value: text }], error }
}

/** The text of an object that is kept instead of fields, and why it isn't read; null for fields. */
export function unreadJson(
  fields: readonly ExtraField[],
): { readonly text: string; readonly error: AppError } | null {
  const [{ name, value } = { name: '', value: '' }, ...others] = fields
  if (others.length > 0 || name !== '' || !/^\s*\{/.test(value)) return null
  const { error } = readMembers(value)
  return error === null ? null : { text: value, error }
}

function readMembers(text: string): {
  readonly error: AppError | null
  readonly members: readonly JsonMember[]
} {
  const refused = (error: AppError) => ({ error, members: [] })
  if (text.length > jsonMaximum) return refused(tooLong(text.length))
  const reading = readJson(text)
  if (!reading.ok) {
    const lines = text.slice(0, reading.at).split(/\r\n|\n|\r/)
    const params = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
    return refused(appError('extraJsonBroken', { params }))
  }
  const { kind, members } = reading
  if (kind !== 'object') return refused(appError('extraJsonShape'))
  const maximum = extraMaxima.fields
  if (members.length > maximum) {
    return refused(appError('extraTooMany', { params: { fields: members.length, maximum } }))
  }
  const unclear = members.find((member) => extraValueJson(fieldOf(member).value) !== sentAs(member))
  if (unclear === undefined) return { error: null, members }
  const params = { name: unclear.name.slice(0, repeated), value: unclear.text.slice(0, repeated) }
  return refused(appError('extraTextUnclear', { params }))
}

const isText = ({ text }: JsonMember): boolean => text.startsWith('"')

function fieldOf(member: JsonMember): ExtraField {
  return { name: member.name, value: isText(member) ? textOfJson(member.text) : member.text }
}

/** A text may be written in several ways, with escapes or without. */
function sentAs(member: JsonMember): string {
  return isText(member) ? JSON.stringify(textOfJson(member.text)) : member.text
}
