import type { TableLayout } from '@shared/model/table'

export interface TextEncoding {
  /** The encoding of the file that was read, if it can't be written; null if it is kept. */
  readonly insteadOf: string | null
  /** Comes before everything; empty without a byte order mark. */
  readonly mark: Buffer
  encode(text: string): Buffer
}

const byteOrderMark = '\ufeff'

const encoders: Readonly<Record<string, TextEncoding['encode']>> = {
  'utf-8': (text) => Buffer.from(text, 'utf8'),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
}

/**
 * The encoding of a table's file. The text may contain any character: an encoding that lacks some is replaced by UTF-8,
 * with the mark by which a spreadsheet recognises it. JSON is UTF-8 without one.
 */
export function textEncoding(layout: TableLayout): TextEncoding {
  const kept = encoders[layout.encoding]
  const encode = kept ?? toUtf8
  const isMarked = kept === undefined ? layout.format !== 'json' && layout.format !== 'jsonl' : layout.bom
  return {
    insteadOf: kept === undefined ? layout.encoding : null,
    mark: encode(isMarked ? byteOrderMark : ''),
    encode,
  }
}

function toUtf8(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
