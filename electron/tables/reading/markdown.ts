import { createRecords } from './delimitedRows'
import type { FirstRecord } from './firstRecords'
import { linesOf } from './lines'
import type { RowsPlace, TableReader } from './rowSink'

/** The line under the names of a Markdown table. */
const rule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/

const isRule = (line: string): boolean => line.includes('|') && rule.test(line)

/** The 1-based line of the names of a Markdown table; null if there is none in the text. */
export function markdownHeader(head: string): number | null {
  const lines = head.split(/\r\n|\n|\r/, 100)
  const at = lines.findIndex((line, index) => isRule(line) && (lines[index - 1] ?? '').includes('|'))
  return at < 1 ? null : at
}

/** The first lines as cells, without the rule. */
export function markdownRecords(head: string): FirstRecord[] {
  return head
    .split(/\r\n|\n|\r/, 30)
    .map((line, index) => ({ line: index + 1, text: line }))
    .filter(({ text }) => text.trim() !== '' && !isRule(text))
    .map(({ line, text }) => ({ line, cells: cellsOf(text) }))
}

/** A table in Markdown; lines without a cell border are kept and reported. */
export function markdownRows(start: RowsPlace): TableReader {
  return async (chunks, sink) => {
    const records = createRecords(sink, start)
    for await (const { text, number } of linesOf(chunks))
      if (!isRule(text)) records.take(cellsOf(text), number)
  }
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}
