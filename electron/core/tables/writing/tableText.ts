import type { TableFormat, TableLayout } from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import { guarded, isGuardedColumn, type ResultColumn, resultColumns } from '@shared/model/tableGuard'
import { stringify } from 'csv-stringify/sync'

/** A table as text, from its head through its rows in order to its end. */
interface TableText {
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
const quotedName = /[,;|\t\r\n\ufeff]|^[\s[{]|\s$/

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

interface TextEncoding {
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
 * The encoding of a table's file. The text may contain any character: an encoding that lacks some is replaced by UTF-8.
 * What is made for spreadsheets has the mark by which they recognise it; JSON only has the one that it had.
 */
export function textEncoding(layout: TableLayout): TextEncoding {
  const kept = encoders[layout.encoding]
  const encode = kept ?? toUtf8
  const isObjects = layout.format === 'json' || layout.format === 'jsonl'
  const isMarked = !isObjects || (kept !== undefined && layout.bom)
  return {
    insteadOf: kept === undefined ? layout.encoding : null,
    mark: encode(isMarked ? byteOrderMark : ''),
    encode,
  }
}

function toUtf8(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}

export interface WrittenColumns {
  readonly names: readonly string[]
  /** The cells of a row under these names. */
  cells(read: readonly TableCell[], results: Readonly<Record<ResultColumn, string>>): readonly TableCell[]
}

/** The columns as they were read, then the result columns that weren't among them; those that were keep their place. */
export function writtenColumns(read: readonly string[], format: TableFormat): WrittenColumns {
  const names = [...read, ...resultColumns.filter((name) => !read.includes(name))]
  const results = names.map((name) => resultColumns.find((column) => column === name))
  const isSpreadsheet = format !== 'json' && format !== 'jsonl'
  return {
    names,
    cells: (cells, of) =>
      results.map((column, at) => {
        if (column === undefined) return cells[at] ?? null
        return isSpreadsheet && isGuardedColumn(column) ? guarded(of[column]) : of[column]
      }),
  }
}
