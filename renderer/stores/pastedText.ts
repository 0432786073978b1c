/** Text that was pasted and isn't part of a prompt yet, and what it may be besides one prompt. */
export interface PastedText {
  readonly text: string
  /** `line`: only a prompt. `lines`: one prompt per line. `table`: cells separated by tabs. */
  readonly kind: 'line' | 'lines' | 'table'
  /** Lines with something in them, or rows of the table without its header. */
  readonly count: number
}

export function readPasted(pasted: string): PastedText {
  const text = pasted.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '')
  const lines = linesOf(text)
  if (lines.length < 2) return { text, kind: 'line', count: lines.length }
  if (lines[0]?.includes('\t') !== true) return { text, kind: 'lines', count: lines.length }
  // Line ends inside quotes belong to their cell.
  const rows = linesOf(text.replaceAll(/"(?:[^"]|"")*"/g, (quoted) => quoted.replaceAll('\n', ' ')))
  return { text, kind: 'table', count: hasHeader(rows[0] ?? '') ? rows.length - 1 : rows.length }
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')

const hasHeader = (row: string): boolean => row.split('\t').some((cell) => /^"?\s*prompt\s*"?$/i.test(cell))
