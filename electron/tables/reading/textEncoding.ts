import { detect } from 'chardet'

export interface TextEncoding {
  /** A label of the Encoding Standard. */
  readonly label: string
  /** Length in bytes of the byte order mark at the beginning; 0 for none. */
  readonly bom: number
}

const marks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** At least this share of the characters in UTF-16 text is ASCII, even if only commas and line ends. */
const asciiShare = 0.01

/**
 * The encoding of a text, judging by its first bytes: by its mark, otherwise by what can be decoded, otherwise by a
 * guess from its letters.
 */
export function textEncoding(head: Uint8Array): TextEncoding {
  for (const [label, bytes] of marks)
    if (bytes.every((byte, index) => head[index] === byte)) return { label, bom: bytes.length }
  return { label: wideLabel(head) ?? (decoded(head, 'utf-8') === null ? guess(head) : 'utf-8'), bom: 0 }
}

/** UTF-16 without a mark: in its ASCII, every second byte is zero, and no character is zero. */
function wideLabel(head: Uint8Array): string | null {
  if (!head.includes(0)) return null
  const [best] = ['utf-16le', 'utf-16be']
    .map((label) => ({ label, share: shareOfAscii(decoded(head, label)) }))
    .sort((a, b) => b.share - a.share)
  return best !== undefined && best.share >= asciiShare ? best.label : null
}

function shareOfAscii(text: string | null): number {
  if (text === null || text === '' || text.includes('\0')) return 0
  const characters = text.match(/[\t\n\r -~]/g)
  return (characters?.length ?? 0) / text.length
}

/** Null if the bytes aren't such text. A character that is cut off at the end of the head doesn't count. */
function decoded(head: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}

function guess(head: Uint8Array): string {
  try {
    return new TextDecoder(detect(head) ?? '').encoding
  } catch {
    // No decoder exists for the guess, or there was none: this is the encoding in which every byte is a letter.
    return 'windows-1252'
  }
}
