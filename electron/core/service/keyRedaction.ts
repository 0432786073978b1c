import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Form, formsOf, literal } from './keyForms'

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
/** Characters; longer than a key in any encoding. */
export const longestForm = 16 * 1024

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

/** The same for bytes of any kind as they come, however they are divided. */
export async function* struckBytes(
  pieces: AsyncIterable<Uint8Array>,
  redact: KeyRedactor,
): AsyncGenerator<Uint8Array> {
  let held = ''
  for await (const piece of pieces) {
    held = redact(held + Buffer.from(piece).toString('latin1'))
    yield Buffer.from(held.slice(0, -longestForm), 'latin1')
    held = held.slice(-longestForm)
  }
  yield Buffer.from(redact(held, { cut: true }), 'latin1')
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

/** Removes a short key from words, where it appears as a separate word. Longer ones were removed before. */
export function createWordRedactor(key: string | null): (text: string) => string {
  if (key === null || key.length >= shortestKey || key.length < shortestWord) return (text) => text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${[...key].map(literal).join('')}(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => text.replace(pattern, struckKey)
}

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
