import type { TableFormat, TableLayout } from '@shared/model/table'
import type { TableReading } from '@shared/model/tableReading'
import { type FirstRecord, firstLines, firstRecords } from './firstRecords'
import { headerRoles } from './headerRoles'
import { markdownHeader, markdownRecords } from './markdown'
import type { RowsPlace } from './rowSink'

const formatsByEnding: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  txt: 'txt',
}

const delimiters = ['\t', ',', ';', '|'] as const

/** How a text is to be read, judging by its beginning. */
export type TableStart = Pick<TableLayout, 'format' | 'delimiter' | 'newline'> &
  Pick<TableReading, 'firstRows'> &
  RowsPlace & { readonly isMarkdown: boolean }

/** A line by which some programs tell a spreadsheet what separates the cells below it. */
const separatorLine = /^"?sep=([^\w\r\n"])"?[\t ,;]*(?:[\r\n]|$)/i

/**
 * The layout of a text, judging by its name (empty for pasted text) and its beginning, and the line that names its
 * columns: `chosen`, unless it is null.
 */
export function tableStart(name: string, head: string, chosen: number | null): TableStart {
  const newline = newlineOf(head)
  const format = formatOf(name, head)
  if (format === 'json' || format === 'jsonl')
    return { format, delimiter: '', newline, header: null, from: 1, firstRows: [], isMarkdown: false }
  const { records, header: named, ...found } = namedColumns(name, format, head, chosen)
  const header = chosen ?? named
  const from = header === 0 ? (records[0]?.line ?? 1) : header
  return { ...found, newline, header, from, firstRows: records.slice(0, rowsShown).map(shownRecord) }
}

type Found = Pick<TableStart, 'format' | 'delimiter' | 'isMarkdown'> & {
  readonly header: number
  readonly records: readonly FirstRecord[]
}

/** Cells, and the line of their names; `named` is the format that the name of the file says. */
function namedColumns(name: string, named: TableFormat, head: string, chosen: number | null): Found {
  const separator = separatorLine.exec(head)?.[1]
  if (separator !== undefined) {
    const records = firstRecords(head, separator).filter(({ line }) => line > 1)
    return found(separator, records)
  }
  const ruled = named === 'tsv' ? null : markdownHeader(head)
  if (ruled !== null)
    return { format: 'csv', delimiter: '|', isMarkdown: true, header: ruled, records: markdownRecords(head) }
  const delimiter = delimiterOf(name, named, head, chosen)
  if (delimiter !== null) return found(delimiter, firstRecords(head, delimiter))
  const lines = firstLines(head)
  const header = lines[0] !== undefined && isNameAlone(lines[0]) ? lines[0].line : 0
  return { format: 'txt', delimiter: '', isMarkdown: false, header, records: lines }
}

function found(delimiter: string, records: readonly FirstRecord[]): Found {
  const format = delimiter === '\t' ? 'tsv' : 'csv'
  return { format, delimiter, isMarkdown: false, header: headerOf(records), records }
}

/** Null for one prompt per line. */
function delimiterOf(name: string, named: TableFormat, head: string, chosen: number | null): string | null {
  if (named === 'tsv') return '\t'
  const possible = delimiters.map((delimiter) => ({ delimiter, records: firstRecords(head, delimiter) }))
  const first = possible.find(({ delimiter, records }) => namesFirst(name, named, delimiter, records[0]))
  if (first !== undefined) return first.delimiter
  const below = possible.find(({ records }) => records.some(namesColumns))
  if (below !== undefined) return below.delimiter
  if (named === 'txt') return null
  const line = chosen === null || chosen === 0 ? undefined : chosen
  const bounds = possible.map(({ delimiter, records }) => {
    const record = line === undefined ? records[0] : records.find((one) => one.line === line)
    return { delimiter, cells: record?.cells.length ?? 1, isEven: isEven(records) }
  })
  const best = bounds
    // In prompts, it is a sign between alternatives.
    .filter(({ delimiter, isEven }) => delimiter !== '|' || isEven)
    .reduce((most, one) => (one.cells > most.cells ? one : most), { delimiter: ',', cells: 1 })
  return best.delimiter
}

/** Several rows, all with the same number of cells, and more than one. */
function isEven(records: readonly FirstRecord[]): boolean {
  const [first, ...others] = records.slice(0, -1).length > 1 ? records.slice(0, -1) : records
  if (first === undefined || others.length === 0) return false
  if (records.some(({ cells }) => cells.some((cell) => cell.includes('{')))) return false
  return first.cells.length > 1 && others.every(({ cells }) => cells.length === first.cells.length)
}

/** Whether the first row names a prompt. In plain text that takes more: a prompt may begin with such a word. */
function namesFirst(
  name: string,
  named: TableFormat,
  delimiter: string,
  record: FirstRecord | undefined,
): boolean {
  const isPasted = name === ''
  if (record === undefined || (record.cells.length < 2 && !(isPasted && delimiter === ','))) return false
  // A spreadsheet copies cells with tabs between them.
  if (isPasted && delimiter === '\t') return true
  if (!headerRoles(record.cells).includes('prompt')) return false
  return named !== 'txt' || isPasted || delimiter === '\t' || namesColumns(record)
}

/** Whether a row anywhere surely names columns: the prompt and something else. */
function namesColumns({ cells }: FirstRecord): boolean {
  const roles = headerRoles(cells)
  return roles.includes('prompt') && roles.filter((role) => role !== null).length > 1
}

/** The line of the row that names the columns; 0 if all of it is prompts. */
function headerOf(records: readonly FirstRecord[]): number {
  const [first] = records
  if (first === undefined) return 0
  const roles = headerRoles(first.cells)
  if (roles.includes('prompt')) return first.line
  const below = records.find((record) => namesColumns(record) || isNameAlone(record))
  if (below !== undefined) return below.line
  // A single column whose first cell isn't a column name is a list of prompts, and a prompt may begin with any sign.
  return first.cells.length > 1 || roles.some((role) => role !== null && role !== 'extra') ? first.line : 0
}

/** The word alone is no prompt. */
function isNameAlone({ cells }: FirstRecord): boolean {
  const [only, ...others] = cells.filter((cell) => cell.trim() !== '')
  return others.length === 0 && /^\s*prompts?\s*$/i.test(only ?? '')
}

/** Rows that are shown to choose from, and characters of each. */
const rowsShown = 10
const shown = 80

function shownRecord({ line, cells }: FirstRecord): TableReading['firstRows'][number] {
  return { line, text: cells.join(' · ').slice(0, shown) }
}

function formatOf(name: string, head: string): TableFormat {
  if (name === '') return 'txt'
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = formatsByEnding[ending] ?? 'csv'
  const isJson = named === 'json' || (named === 'csv' && /^\s*(\[\s*[{\]]|\{\s*["}])/.test(head))
  if (!isJson) return named
  return holdsLines(head) ? 'jsonl' : 'json'
}

/** One object per line: the first line is an object, and the next one begins one. */
function holdsLines(head: string): boolean {
  const [first = '', second = ''] = head.trimStart().split(/\r\n|\n|\r/, 2)
  return isObject(first) && second.trimStart().startsWith('{')
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The first line end outside quotes. */
function newlineOf(head: string): TableLayout['newline'] {
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '')
  const found = /\r\n|\n|\r/.exec(bare)?.[0]
  return found === '\r\n' || found === '\r' ? found : '\n'
}
