/** A form of the key: patterns for each of its characters, in order. */
export type Form = readonly string[]

/** How a key may be written: families of forms, each to be found by a pattern of its own. */
export function formsOf(key: string): readonly (readonly Form[])[] {
  const utf8 = Buffer.from(key)
  const utf16 = Buffer.from(key, 'utf16le')
  const encodings = [utf8, utf16, Buffer.from(utf16).swap16()]
  return [
    [spelledOut(key)],
    ...encodings.flatMap((bytes) => [[hexForm(bytes)], [decimalForm(bytes)], base64Forms(bytes)]),
    base64TwiceForms(utf8),
  ]
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

/** A pattern of exactly this character. */
export function literal(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
