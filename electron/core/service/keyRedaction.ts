import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Removes an API key from a text, in whatever encoding it appears. `cut`: the text may end in the middle of the key, so
 * a beginning of the key at the end is removed too.
 */
export type KeyRedactor = (text: string, options?: { readonly cut: boolean }) => string

/** Replaces the key. */
export const struckKey = '[key]'

/**
 * A shorter key may appear in an address or an id by chance: it is removed only as a separate word, and only from what
 * is shown.
 */
const shortestKey = 8
/** A key shorter than this isn't a secret. */
const shortestWord = 3
/** Characters: a shorter beginning of a key may be the one that all keys of a service share. */
const shortestTail = 4
/**
 * How many characters of a form make a pattern: V8 takes seconds to compile one of hundreds, and refuses one of
 * thousands.
 */
const headCharacters = 24

/**
 * Finds the key plain, percent-encoded, or escaped as in JSON or HTML, each of these also repeatedly. Also as
 * quoted-printable, as UTF-16 read as bytes, and as bytes in hex or decimal. Also inside base64 or base64url of UTF-8,
 * of UTF-16 or of base64 of UTF-8, at any alignment, with or without line breaks.
 */
export function createKeyRedactor(key: string | null): KeyRedactor {
  return redactorOf(familiesOf(key))
}

/**
 * The same, once it is fast: V8 compiles a pattern when it is first used, for texts of one byte a character and again
 * for others. All of them together take a tenth of a second, so they take turns with everything else.
 */
export async function createWarmKeyRedactor(key: string | null): Promise<KeyRedactor> {
  const families = familiesOf(key)
  for (const family of families) {
    const redact = redactorOf([family])
    for (const text of warmingTexts) {
      for (let use = 0; use < warmingUses; use++) {
        await nextTurn()
        redact(text)
      }
    }
  }
  return redactorOf(families)
}

/** Of either width of characters. */
const warmingTexts = ['-', '\u0101']
/** The first use only interprets a pattern. */
const warmingUses = 3

function redactorOf(families: readonly Family[]): KeyRedactor {
  if (families.length === 0) return (text) => text
  const steps = new Map<string, RegExp>()
  return (text, { cut } = { cut: false }) => {
    const struck = families.reduce((left, family) => withoutKey(left, family, steps), text)
    return cut
      ? withoutTail(
          struck,
          families.flatMap(({ forms }) => forms),
        )
      : struck
  }
}

interface Family {
  readonly forms: readonly Form[]
  /** Finds where any of the forms begins. */
  readonly head: RegExp
}

/** The rest of a long key is compared character by character; as far as it matches, it is removed. */
function withoutKey(text: string, { forms, head }: Family, steps: Map<string, RegExp>): string {
  if (forms.every(({ length }) => length <= headCharacters)) return text.replace(head, struckKey)
  let struck = ''
  let from = 0
  head.lastIndex = 0
  for (let found = head.exec(text); found !== null; found = head.exec(text)) {
    struck += text.slice(from, found.index) + struckKey
    from = Math.max(head.lastIndex, ...forms.map((parts) => endOf(text, found.index, parts, steps)))
    head.lastIndex = from
  }
  return struck + text.slice(from)
}

function endOf(text: string, at: number, parts: Form, steps: Map<string, RegExp>): number {
  let end = at
  for (const part of parts) {
    const step = steps.get(part) ?? new RegExp(part, 'uy')
    steps.set(part, step)
    step.lastIndex = end
    if (!step.test(text)) return end
    end = step.lastIndex
  }
  return end
}

/** Each family has its own pattern: V8 compiles none longer than 20,000 characters, and matches slowly with those. */
function familiesOf(key: string | null): readonly Family[] {
  if (key === null || key.length < shortestKey) return []
  return formsOf(key).map((forms) => ({
    forms,
    head: new RegExp(forms.map((parts) => parts.slice(0, headCharacters).join('')).join('|'), 'gu'),
  }))
}

function formsOf(key: string): readonly (readonly Form[])[] {
  const utf8 = Buffer.from(key)
  const utf16 = Buffer.from(key, 'utf16le')
  const encodings = [utf8, utf16, Buffer.from(utf16).swap16()]
  return [
    [spelledOut(key)],
    ...encodings.flatMap((bytes) => [[hexForm(bytes)], [decimalForm(bytes)], base64Forms(bytes)]),
    base64TwiceForms(utf8),
  ]
}

/** Removes a short key from words, where it appears as a separate word. Longer ones were removed before. */
export function createWordRedactor(key: string | null): (text: string) => string {
  if (key === null || key.length >= shortestKey || key.length < shortestWord) return (text) => text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${[...key].map(literal).join('')}(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => text.replace(pattern, struckKey)
}

/** A form of the key: patterns for each of its characters, in order. */
type Form = readonly string[]

/** What a single character may have been cut down to. */
const openCharacter =
  /^(?:\p{Cc}|\\+u0000|%(?:25)*00)?(?:\\+(?:u(?:[0-9a-fA-F]{0,3}|\{[0-9a-fA-F]*))?|(?:%(?:25)*|=)[0-9a-fA-F]?|&(?:#x?[0-9a-fA-F]*|[a-z]*))?$/u
/** How many text characters a single character of the key may take, for example `\u0000` and `\u0041`. */
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

/** Whether there is nothing from `at` on except the beginning of the key. */
function endsInside(text: string, at: number, parts: readonly RegExp[]): boolean {
  let last = at
  let next = at
  for (const [count, part] of parts.entries()) {
    part.lastIndex = next
    // What was matched as a character of the key may be the beginning of the next one's escape.
    if (!part.test(text))
      return count >= shortestTail && [last, next].some((from) => openCharacter.test(text.slice(from)))
    last = next
    next = part.lastIndex
  }
  return false
}

/** Each character as itself or escaped, with the zero bytes of UTF-16 in between, escaped or not. */
function spelledOut(key: string): Form {
  return [...key].map((character, at) => (at === 0 ? '' : between) + characterForms(character, at === 0))
}

/** A zero byte, or a line break where quoted-printable continues. */
const between = '(?:\\u0000|\\\\{1,16}u0000|%(?:25){0,8}00|=(?:\\r?\\n|\\\\{1,16}r\\\\{1,16}n|\\\\{1,16}n))?'

/**
 * A run at the beginning of the key is only matched from its own start: a text of nothing else is scanned just once.
 */
const firstBackslashes = '(?<!\\\\)\\\\+'
/** The beginning of an HTML escape, whose ampersand may itself be escaped repeatedly. */
const ampersand = '&(?:(?:amp|#0{0,8}38|#[xX]0{0,8}26);){0,8}'
/** Browsers accept an entity without it; if it is there, it isn't a character of the key. */
const entityEnd = '(?:;|(?!;))'

function characterForms(character: string, isFirst: boolean): string {
  const code = character.charCodeAt(0)
  const backslashes = isFirst ? firstBackslashes : '\\\\{1,16}'
  const forms: string[] = []
  if (character.length === 1)
    forms.push(
      `${backslashes}u(?:${anyCase(code.toString(16).padStart(4, '0'))}|\\{0{0,8}${anyCase(code.toString(16))}\\})`,
      `${ampersand}#(?:0*${code}|[xX]0*${anyCase(code.toString(16))})${entityEnd}`,
    )
  const entity = entities[character]
  if (entity !== undefined) forms.push(`${ampersand}${entity}${entityEnd}`)
  if (character === '/' || character === '"' || character === '\\')
    forms.push(`${backslashes}${literal(character)}`)
  const bytes = [...Buffer.from(character)]
  forms.push(bytes.map((byte) => `(?:%(?:25){0,8}|=)${anyCase(hex(byte))}`).join(''))
  // Last, because it may be the beginning of an escape.
  forms.push(literal(character))
  return `(?:${forms.join('|')})`
}

/** HTML's names for characters. */
const entities: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
}

/** Byte by byte, with what programs put before or between bytes. */
function hexForm(bytes: Buffer): Form {
  return [...bytes].map((byte, at) => (at === 0 ? '' : betweenHex) + anyCase(hex(byte)))
}

/** The way arrays of bytes are written. */
function decimalForm(bytes: Buffer): Form {
  return [...bytes].map((byte, at) => (at === 0 ? '' : `${listEnd}{1,24}`) + byte)
}

/** Separators in lists, with or without line breaks, and inside JSON. */
const listEnd = '(?:[ :,;\\r\\n\\t-]|\\\\{1,16}[rnt])'
const betweenHex = `(?:0[xX]|\\\\{1,16}x|${listEnd}{1,8}(?:0[xX])?)?`

function base64Forms(bytes: Buffer): readonly Form[] {
  return base64Cores(bytes).map((core) =>
    [...core].map((character, at) => (at === 0 ? '' : lineEnds) + (base64Character[character] ?? character)),
  )
}

/** Without line breaks: there would be many. */
function base64TwiceForms(bytes: Buffer): readonly Form[] {
  const inner = base64Cores(bytes).flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_')])
  return [...new Set(inner)]
    .flatMap((core) => base64Cores(Buffer.from(core)))
    .map((core) => [...core].map((character) => base64Character[character] ?? character))
}

const base64Cores = (bytes: Buffer): readonly string[] => [0, 1, 2].map((shift) => base64Core(bytes, shift))

/** The base64 characters that depend only on these bytes if `shift` bytes of a group come before them. */
function base64Core(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  const start = Math.ceil((shift * 4) / 3)
  const end = Math.floor(((shift + bytes.length) * 4) / 3)
  return encoded.slice(start, end)
}

/** Line breaks in base64, perhaps inside JSON. */
const lineEnds = '(?:[\\r\\n\\t ]|\\\\{1,16}[rnt]|%(?:25){0,8}(?:0[aAdD9]|20)){0,40}'

/** The characters that base64url, URLs and JSON write differently. */
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
