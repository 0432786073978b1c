import type { TableFormat, TableLayout } from '@shared/model/table'
import { headerRoles } from './headerRoles'

const formatsByEnding: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  txt: 'txt',
}

const delimiters = [',', ';', '\t'] as const

type Layout = Pick<TableLayout, 'format' | 'delimiter' | 'newline'>
/** Up to the first line end outside quotes, and its most frequent separator: a comma if there is none. */
type FirstRecord = Pick<TableLayout, 'delimiter' | 'newline'> & { readonly text: string }

/** The layout of a text, judging by its name (empty for pasted text) and its beginning. */
export function tableFormat(name: string, head: string): Layout {
  const record = firstRecord(head)
  const { delimiter, newline } = record
  const format = name === '' ? pastedFormat(record) : fileFormat(name, head, record)
  if (format === 'tsv') return { format, delimiter: '\t', newline }
  return { format, delimiter: format === 'csv' ? delimiter : '', newline }
}

/** A spreadsheet copies cells with tabs between them. */
function pastedFormat(record: FirstRecord): TableFormat {
  if (record.text.includes('\t')) return 'tsv'
  return namesPrompt(record.text, record.delimiter) ? 'csv' : 'txt'
}

function fileFormat(name: string, head: string, record: FirstRecord): TableFormat {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = formatsByEnding[ending] ?? 'csv'
  const isTabbed = record.delimiter === '\t'
  switch (named) {
    case 'json':
      return holdsLines(head) ? 'jsonl' : 'json'
    case 'csv':
      if (/^\s*(\[\s*[{\]]|\{\s*["}])/.test(head)) return holdsLines(head) ? 'jsonl' : 'json'
      return isTabbed ? 'tsv' : 'csv'
    case 'txt':
      // Spreadsheets use this name for tab-separated text.
      return isTabbed && namesPrompt(record.text, '\t') ? 'tsv' : 'txt'
    default:
      return named
  }
}

function namesPrompt(header: string, delimiter: string): boolean {
  const names = header.split(delimiter).map((cell) => cell.replaceAll('"', ''))
  return headerRoles(names).includes('prompt')
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

function firstRecord(head: string): FirstRecord {
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, (quoted) => '"'.repeat(quoted.length))
  const end = /\r\n|\n|\r/.exec(bare)
  const length = end?.index ?? bare.length
  const count = (delimiter: string): number => bare.slice(0, length).split(delimiter).length
  const delimiter = delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
  return { text: head.slice(0, length), delimiter, newline: newlineOf(end?.[0]) }
}

function newlineOf(found: string | undefined): TableLayout['newline'] {
  return found === '\r\n' || found === '\r' ? found : '\n'
}
