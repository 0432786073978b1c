/**
 * Strikes an API key out of a text, in whatever encoding it stands there. `cut`: the text may end in the middle of
 * the key, whose beginning is then struck out too.
 */
export type KeyRedactor = (text: string, options?: { readonly cut: boolean }) => string

/** What stands in the key's place. */
export const struckKey = '[key]'

/** A shorter key is no secret, and striking it would damage answers that happen to hold its letters. */
const shortestKey = 8
/** Characters: less of a key's beginning is what all keys of a service begin with. */
const shortestTail = 4

/**
 * Finds the key plain, percent-encoded, escaped as in JSON or HTML, as UTF-16 read as bytes, and
 * inside base64 or base64url of UTF-8 or UTF-16 at any alignment.
 */
export function createKeyRedactor(key: string | null): KeyRedactor {
  if (key === null || key.length < shortestKey) return (text) => text
  const forms = [spelledOut(key), ...base64Forms(key)]
  const pattern = new RegExp(forms.map((parts) => parts.join('')).join('|'), 'gu')
  return (text, { cut } = { cut: false }) => {
    const struck = text.replace(pattern, struckKey)
    return cut ? withoutTail(struck, forms) : struck
  }
}

/** A form of the key: what stands for each of its characters, in order, as patterns. */
type Form = readonly string[]

/** What a single character may have been cut down to. */
const openCharacter = /^(?:\p{Cc}|\\u0000|%00)?(?:\\(?:u[0-9a-fA-F]{0,3})?|%[0-9a-fA-F]?|&#?\d*)?$/u
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
    .map((character, at) => (at === 0 ? character : `(?:\\u0000|\\\\u0000|%00)?${character}`))
}

function characterForms(character: string): string {
  const code = character.charCodeAt(0)
  const forms = [literal(character)]
  if (character.length === 1)
    forms.push(`\\\\u${anyCase(code.toString(16).padStart(4, '0'))}`, `&#0*${code};`)
  if (character === '/' || character === '"' || character === '\\') forms.push(`\\\\${literal(character)}`)
  forms.push([...Buffer.from(character)].map((byte) => `%${anyCase(hex(byte))}`).join(''))
  return `(?:${forms.join('|')})`
}

function base64Forms(key: string): readonly Form[] {
  const utf16 = Buffer.from(key, 'utf16le')
  const encodings = [Buffer.from(key), utf16, Buffer.from(utf16).swap16()]
  return encodings.flatMap((bytes) => [0, 1, 2].map((shift) => base64Core(bytes, shift)))
}

/** The base64 characters that depend on these bytes alone when `shift` bytes of a group come before them. */
function base64Core(bytes: Buffer, shift: number): Form {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  const start = Math.ceil((shift * 4) / 3)
  const end = Math.floor(((shift + bytes.length) * 4) / 3)
  return [...encoded.slice(start, end)].map((character) => base64Character[character] ?? character)
}

/** Those that base64url, URLs and JSON write otherwise. */
const base64Character: Readonly<Record<string, string>> = {
  '+': '(?:[+-]|%2[bB])',
  '/': '(?:\\\\?/|_|%2[fF])',
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
