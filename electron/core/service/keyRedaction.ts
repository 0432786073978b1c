/**
 * Strikes an API key out of a text, in whatever encoding it stands there. `cut`: the text may end in the middle of
 * the key, whose beginning is then struck out too.
 */
export type KeyRedactor = (text: string, options?: { readonly cut: boolean }) => string

/** What stands in the key's place. */
export const struckKey = '[key]'

/** A shorter key may stand in an address or an id by chance: it is struck as a word, out of what is shown alone. */
const shortestKey = 8
/** One that is shorter still is no secret. */
const shortestWord = 3
/** Characters: less of a key's beginning is what all keys of a service begin with. */
const shortestTail = 4

/**
 * Finds the key plain, percent-encoded or escaped as in JSON, each also over and over, escaped as in HTML, as UTF-16
 * read as bytes, as hex, and inside base64 or base64url of UTF-8 or UTF-16 at any alignment, in lines or without.
 */
export function createKeyRedactor(key: string | null): KeyRedactor {
  if (key === null || key.length < shortestKey) return (text) => text
  const forms = [spelledOut(key), ...hexForms(key), ...base64Forms(key)]
  const pattern = new RegExp(forms.map((parts) => parts.join('')).join('|'), 'gu')
  return (text, { cut } = { cut: false }) => {
    const struck = text.replace(pattern, struckKey)
    return cut ? withoutTail(struck, forms) : struck
  }
}

/** Strikes a short key out of words, where it stands as a word of its own. Longer ones never got here. */
export function createWordRedactor(key: string | null): (text: string) => string {
  if (key === null || key.length >= shortestKey || key.length < shortestWord) return (text) => text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${[...key].map(literal).join('')}(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => text.replace(pattern, struckKey)
}

/** A form of the key: what stands for each of its characters, in order, as patterns. */
type Form = readonly string[]

/** What a single character may have been cut down to. */
const openCharacter =
  /^(?:\p{Cc}|\\+u0000|%(?:25)*00)?(?:\\+(?:u[0-9a-fA-F]{0,3})?|%(?:25)*[0-9a-fA-F]?|&(?:#x?[0-9a-fA-F]*|[a-z]*))?$/u
/** Text characters a single one of the key may take: `\u0000` and `\u0041`, say. */
const widestCharacter = 12

function withoutTail(text: string, forms: readonly Form[]): string {
  let end = text.length
  for (const form of forms) {
    const parts = form.map((part) => new RegExp(part, 'uy'))
    for (let at = Math.max(0, text.length - parts.length * widestCharacter); at < end; at++)
      if (endsInside(text, at, parts)) end = at
  }
  return end === text.length ? text : text.slice(0, end) + struckKey
}

/** Whether from `at` on there is nothing but the beginning of the key. */
function endsInside(text: string, at: number, parts: readonly RegExp[]): boolean {
  let next = at
  for (const [count, part] of parts.entries()) {
    part.lastIndex = next
    if (!part.test(text)) return count >= shortestTail && openCharacter.test(text.slice(next))
    next = part.lastIndex
  }
  return false
}

/** Each character as itself or escaped, with the zero bytes of UTF-16 between, escaped or not. */
function spelledOut(key: string): Form {
  return [...key]
    .map(characterForms)
    .map((character, at) =>
      at === 0 ? character : `(?:\\u0000|\\\\{1,16}u0000|%(?:25){0,8}00)?${character}`,
    )
}

function characterForms(character: string): string {
  const code = character.charCodeAt(0)
  const forms = [literal(character)]
  if (character.length === 1)
    forms.push(
      `\\\\{1,16}u${anyCase(code.toString(16).padStart(4, '0'))}`,
      `&#0*${code};`,
      `&#[xX]0*${anyCase(code.toString(16))};`,
    )
  const entity = entities[character]
  if (entity !== undefined) forms.push(`&${entity};`)
  if (character === '/' || character === '"' || character === '\\')
    forms.push(`\\\\{1,16}${literal(character)}`)
  forms.push([...Buffer.from(character)].map((byte) => `%(?:25){0,8}${anyCase(hex(byte))}`).join(''))
  return `(?:${forms.join('|')})`
}

/** Names that HTML has for characters. */
const entities: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
}

/** Byte by byte, with what programs put before or between bytes. */
function hexForms(key: string): readonly Form[] {
  return encodingsOf(key).map((bytes) =>
    [...bytes].map(
      (byte, at) => `${at === 0 ? '' : '(?:0[xX]|\\\\{1,16}x|[ :,-]{1,2}(?:0[xX])?)?'}${anyCase(hex(byte))}`,
    ),
  )
}

function encodingsOf(key: string): readonly Buffer[] {
  const utf16 = Buffer.from(key, 'utf16le')
  return [Buffer.from(key), utf16, Buffer.from(utf16).swap16()]
}

function base64Forms(key: string): readonly Form[] {
  return encodingsOf(key).flatMap((bytes) => [0, 1, 2].map((shift) => base64Core(bytes, shift)))
}

/** The base64 characters that depend on these bytes alone when `shift` bytes of a group come before them. */
function base64Core(bytes: Buffer, shift: number): Form {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  const start = Math.ceil((shift * 4) / 3)
  const end = Math.floor(((shift + bytes.length) * 4) / 3)
  return [...encoded.slice(start, end)].map(
    (character, at) => (at === 0 ? '' : lineEnds) + (base64Character[character] ?? character),
  )
}

/** Where base64 is written in lines, and perhaps inside JSON. */
const lineEnds = '(?:[\\r\\n\\t ]|\\\\{1,16}[rnt]|%(?:25){0,8}(?:0[aAdD9]|20)){0,40}'

/** Those that base64url, URLs and JSON write otherwise. */
const base64Character: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%(?:25){0,8}2[bB])',
  '/': '(?:\\\\{0,16}/|_|%(?:25){0,8}2[fF])',
}

function literal(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
