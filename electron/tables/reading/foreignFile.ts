import type { ErrorCode } from '@shared/errors'

/** How files begin that look like a table only by name. */
const signatures: readonly (readonly [bytes: string, code: ErrorCode])[] = [
  ['PK\x03\x04', 'tableSpreadsheet'],
  ['\xd0\xcf\x11\xe0', 'tableSpreadsheet'],
  ['\x89PNG', 'tableBinary'],
  ['\xff\xd8\xff', 'tableBinary'],
  ['GIF8', 'tableBinary'],
  ['RIFF', 'tableBinary'],
  ['%PDF-', 'tableBinary'],
  ['{\\rtf', 'tableBinary'],
  ['\x1f\x8b', 'tableBinary'],
  ['SQLite format 3\0', 'tableBinary'],
]

/** HTML and XML, which spreadsheets and databases also save as `.xls` or `.csv`, alone or as parts of a mail. */
const markup =
  /^\s*(<!--(?:(?!-->)[\s\S])*-->\s*)*(<(html|head|body|table|meta)[\s>/]|<!doctype\s|<\?xml\s|mime-version:\s)/i

/** In text, at most one character in ten is unprintable. */
const controlShare = 0.1

/** Why a file isn't text, judging by its first bytes and their decoded text; null if it may be. */
export function foreignFile(head: Uint8Array, text: string): ErrorCode | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1')
  const known = signatures.find(([bytes]) => start.startsWith(bytes))
  if (known !== undefined) return known[1]
  if (markup.test(text)) return 'tableMarkup'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const controls = text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0
  return controls > text.length * controlShare ? 'tableBinary' : null
}
