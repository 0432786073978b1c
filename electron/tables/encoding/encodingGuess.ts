import type { TableEncoding } from '@shared/model/tableReading'
import { decoderOf } from './decoders'
import { type Letters, lettersOf } from './letters'

/**
 * The encodings that bytes other than ASCII may be in, the most likely first. None is sure: the same few bytes are words
 * in one encoding and rare characters in another.
 */
export function guessEncodings(sample: Uint8Array): TableEncoding[] {
  const found = Object.entries(lettersOf).flatMap(([name, letters]) => {
    const encoding = name as keyof typeof lettersOf
    const text = likelyAs(sample, encoding)
    return text === null ? [] : [{ encoding, likeness: likeness(foreignPart(text), letters()) }]
  })
  // Stable: of equals, the more usual encoding stays first.
  return found.sort((a, b) => b.likeness - a.likeness).map(({ encoding }) => encoding)
}

/** Null if the bytes are no text in it. A character that is cut off at the end doesn't count. */
export function decodedAs(sample: Uint8Array, encoding: TableEncoding): string | null {
  try {
    return decoderOf(encoding, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return null
  }
}

/** The same, and null for what hardly any text has: a wrong reading is full of it. */
export function likelyAs(sample: Uint8Array, encoding: TableEncoding): string | null {
  const text = decodedAs(sample, encoding)
  return text === null || /[\x80-\x84\x86-\x9f\ue000-\uf8ff\ufffd]/.test(text) ? null : text
}

/** Characters that are looked at: enough for a guess. */
const judged = 4000

function foreignPart(text: string): string {
  const start = Math.max(0, text.search(/[^\0-\x7f]/) - 1)
  return text.slice(start, start + judged)
}

const letter = /\p{L}/u
const upper = /\p{Lu}/u
const lower = /\p{Ll}/u
const mark = /\p{M}/u
const thaiBase = /[\u0e01-\u0e2e]/
const thaiMark = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/
const thaiLeading = /[\u0e40-\u0e44]/

/** How much a text looks as if it was written in these letters, from 0 to 1. */
function likeness(text: string, letters: Letters): number {
  let sum = 0
  let count = 0
  let before = ' '
  const all = [...text]
  for (let at = 0; at < all.length; at += 1) {
    const one = all[at] ?? ''
    if (one > '\x7f') {
      sum += letters.weight(one) * placeWeight(before, one, all[at + 1] ?? ' ', letters)
      count += 1
    }
    before = one
  }
  return count === 0 ? 0 : sum / count
}

/** A wrong reading puts good letters into places where no word has them. */
function placeWeight(before: string, one: string, after: string, { isLatin }: Letters): number {
  if (upper.test(one) && lower.test(before)) return 0.2
  if (thaiMark.test(one)) return thaiBase.test(before) || thaiMark.test(before) ? 1 : 0
  if (thaiLeading.test(one)) return thaiBase.test(after) ? 1 : 0
  if (!letter.test(one) && !mark.test(one))
    return one !== '’' && letter.test(before) && letter.test(after) ? 0.2 : 1
  const isInAscii = /[a-z]/i.test(before) || /[a-z]/i.test(after)
  if (isLatin) return isInAscii || lower.test(before) || lower.test(after) ? 1 : 0.5
  if (isInAscii) return 0.3
  // A word in capitals is rare; in the wrong one of two Cyrillic encodings, small letters are capitals.
  return upper.test(one) && upper.test(after) ? 0.5 : 1
}
