import { isAscii } from 'node:buffer'
import type { TableEncoding } from '@shared/model/tableReading'
import { decodedAs, guessEncodings } from './encodingGuess'

export interface TextEncoding {
  readonly label: TableEncoding
  /** Length in bytes of the byte order mark at the beginning; 0 for none. */
  readonly bom: number
  /** Encodings it may be in, the most likely first; empty if there is no doubt. */
  readonly choices: readonly TableEncoding[]
}

const marks: readonly (readonly [label: TableEncoding, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** At least this share of the characters in UTF-16 text is ASCII, even if only commas and line ends. */
const asciiShare = 0.01

/**
 * The encoding of a text by a sample of its bytes. Certain are a byte order mark, ASCII alone, and letters that are
 * valid as UTF-8: text in another encoding hardly ever is. Anything else is a guess.
 */
export function textEncoding(sample: Uint8Array): TextEncoding {
  for (const [label, bytes] of marks)
    if (bytes.every((byte, index) => sample[index] === byte)) return { label, bom: bytes.length, choices: [] }
  const choices = choicesOf(sample)
  return { label: choices[0] ?? 'utf-8', bom: 0, choices: choices.length > 1 ? choices : [] }
}

function choicesOf(sample: Uint8Array): readonly TableEncoding[] {
  const wide = wideChoices(sample)
  if (wide.length > 0) return wide
  if (isAscii(sample)) return hasEscapes(sample) ? ['iso-2022-jp', 'utf-8'] : ['utf-8']
  const text = decodedAs(sample, 'utf-8')
  if (text !== null) return isPlausible(text) ? ['utf-8'] : ['utf-8', ...guessEncodings(sample)]
  const others = guessEncodings(sample)
  return isDamaged(sample) ? ['utf-8', ...others] : [...others, 'utf-8']
}

/** UTF-16 without a mark: in its ASCII, every second byte is zero, and no character is zero. */
function wideChoices(sample: Uint8Array): readonly TableEncoding[] {
  if (!sample.includes(0)) return []
  return (['utf-16le', 'utf-16be'] as const)
    .map((label) => ({ label, share: shareOfAscii(decodedAs(sample, label)) }))
    .filter(({ share }) => share >= asciiShare)
    .sort((a, b) => b.share - a.share)
    .map(({ label }) => label)
}

function shareOfAscii(text: string | null): number {
  if (text === null || text === '' || text.includes('\0')) return 0
  const characters = text.match(/[\t\n\r -~]/g)
  return (characters?.length ?? 0) / text.length
}

/** The sequences by which ISO-2022-JP, all of it ASCII, begins Japanese. */
function hasEscapes(sample: Uint8Array): boolean {
  const bytes = Buffer.from(sample)
  return bytes.includes('\x1b$B', 0, 'latin1') || bytes.includes('\x1b$@', 0, 'latin1')
}

/**
 * False for the few short words of another encoding that are valid UTF-8 by chance: they make letters of several
 * scripts, or of scripts that hardly anyone writes prompts in, or one letter alone.
 */
function isPlausible(text: string): boolean {
  const others = text.match(/[^\0-\x7f]/gu) ?? []
  if (others.some((one) => /[\p{Emoji_Presentation}\u2010-\u27bf]/u.test(one))) return true
  const scripts = usualScripts.filter((script) => others.some((one) => script.test(one)))
  const known = others.filter((one) => usualScripts.some((script) => script.test(one))).length
  if (known < others.length * 0.5 || scripts.length > 1) return others.length > 20
  return others.length > 2 || /[a-z](?:[\u00c0-\u024f]|[\u0300-\u036f])|[\u00c0-\u024f][a-z]/i.test(text)
}

const usualScripts = [
  /[\u00a0-\u017f\u1e00-\u1eff]|[\u0300-\u036f]/,
  /[\u0370-\u03ff]/,
  /[\u0400-\u04ff]/,
  /[\u0590-\u05ff]/,
  /[\u0600-\u06ff]/,
  /[\u0900-\u0dff]/,
  /[\u0e00-\u0e7f]/,
  /[\u10a0-\u10ff\u0530-\u058f]/,
  /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef\uac00-\ud7af]/,
]

/** UTF-8 with a few bytes that aren't: most of its letters are whole. */
function isDamaged(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample, { stream: true })
  const lost = text.match(/\ufffd/g)?.length ?? 0
  const whole = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - lost
  return whole > lost * 4
}
