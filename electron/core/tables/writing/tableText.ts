import type { TableLayout } from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import { stringify } from 'csv-stringify/sync'

/** A table as text, from its head through its rows in order to its end. */
export interface TableText {
  readonly head: string
  rows(rows: readonly (readonly TableCell[])[]): string
  readonly end: string
}

/** Writes in the format of the layout. One prompt per line has no columns, so it is written as CSV. */
export function tableText(layout: TableLayout, columns: readonly string[]): TableText {
  switch (layout.format) {
    case 'csv':
    case 'tsv':
      return delimitedText(layout.delimiter, layout.newline, columns)
    case 'txt':
      return delimitedText(',', layout.newline, columns)
    case 'jsonl':
      return {
        head: '',
        rows: (rows) => rows.map((cells) => objectText(columns, cells) + layout.newline).join(''),
        end: '',
      }
    case 'json':
      return arrayText(layout.newline, columns)
  }
}

/**
 * Also quoted, though CSV doesn't require it: any line end, and anything a reader may strip from the ends of a cell.
 */
const quotedCell = /[\r\n\ufeff]|^\s|\s$/
/** In the first line, also anything that might make a reader take it for another format. */
const quotedName = /[,;\t\r\n\ufeff]|^[\s[{]|\s$/

function delimitedText(delimiter: string, newline: string, columns: readonly string[]): TableText {
  const lines = (rows: readonly (readonly string[])[], quoted: RegExp): string =>
    stringify([...rows], { delimiter, record_delimiter: newline, quoted_match: quoted })
  return {
    head: lines([columns], quotedName),
    rows: (rows) =>
      lines(
        rows.map((cells) => cells.map(textOf)),
        quotedCell,
      ),
    end: '',
  }
}

/** One row per line. */
function arrayText(newline: string, columns: readonly string[]): TableText {
  let before = newline
  return {
    head: '[',
    rows: (rows) =>
      rows
        .map((cells) => {
          const line = before + objectText(columns, cells)
          before = `,${newline}`
          return line
        })
        .join(''),
    end: `${newline}]${newline}`,
  }
}

function objectText(columns: readonly string[], cells: readonly TableCell[]): string {
  const members = columns.flatMap((column, at) => {
    const cell = cells[at] ?? null
    if (cell === null) return []
    return [
      `${JSON.stringify(column)}:${typeof cell === 'string' ? JSON.stringify(cell) : oneLine(cell.json)}`,
    ]
  })
  return `{${members.join(',')}}`
}

/** The JSON may be as it was typed: it may have line ends between the parts of a value, and only there. */
function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ')
}

function textOf(cell: TableCell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? cell : cell.json
}
