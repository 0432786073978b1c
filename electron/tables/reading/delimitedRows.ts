import { pipeline } from 'node:stream/promises'
import { AppFailure, appError } from '@shared/errors'
import { isGuardedColumn, unguarded } from '@shared/model/tableGuard'
import { CsvError, type Options, Parser } from 'csv-parse'
import { limits } from '../checks/limits'
import type { RowSink, RowsPlace, TableReader } from './rowSink'

/** CSV and TSV. Empty rows are left out; rows with too few or too many cells are kept and reported. */
export function delimitedRows(start: RowsPlace & { readonly delimiter: string }): TableReader {
  const { delimiter } = start
  return async (chunks, sink) => {
    const records = createRecords(sink, start)
    const options: Options = {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: limits.recordLength,
      // People line them up.
      trim: delimiter === '|',
    }
    const parser = new RecordParser(options, records.take)
    try {
      await pipeline(chunks, parser, async (nothing) => {
        for await (const _ of nothing) throw new Error('a record was not taken')
      })
    } catch (error) {
      throw error instanceof CsvError ? broken(error, records.nextLine()) : error
    }
  }
}

/**
 * Passes on each record as it is read. The parser's own `on_record` is slower: it copies the parser's state each time.
 */
class RecordParser extends Parser {
  private readonly onRecord: (cells: string[], lines: number) => void

  constructor(options: Options, onRecord: (cells: string[], lines: number) => void) {
    super(options)
    this.onRecord = onRecord
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null)
    // The rest of a chunk after an error.
    if (this.destroyed) return false
    try {
      this.onRecord(cells, this.info.lines)
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)))
    }
    return true
  }
}

function broken(error: CsvError, line: number): AppFailure {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new AppFailure(appError('tableQuoteOpen', { params: { line } }))
    case 'CSV_MAX_RECORD_SIZE': {
      const maximum = limits.recordLength / 1024 / 1024
      return new AppFailure(appError('tableRecordTooLong', { params: { line, maximum } }))
    }
    default:
      return new AppFailure(appError('tableBroken', { params: { line }, detail: { cause: error.code } }))
  }
}

/** Separates the header from the rows, leaves out what is above it, and counts lines. */
export function createRecords(sink: RowSink, { from, header }: RowsPlace) {
  let names: string[] | null = null
  /** Cells of the header. */
  let width = 0
  let guarded: readonly number[] = []
  /** The last line read so far, as the parser counts: inside quotes it counts a CRLF as two lines. */
  let lastLine = 0
  /** How many lines it counted too many. */
  let surplus = 0

  function takeHeader(cells: readonly string[]): boolean {
    const isHeader = header !== 0
    names = isHeader ? [...cells] : cells.map(() => (cells.length === 1 ? 'prompt' : ''))
    width = names.length
    guarded = names.flatMap((name, at) => (isGuardedColumn(name) ? [at] : []))
    sink.columns(names)
    return isHeader
  }

  return {
    take(cells: string[], line: number): void {
      const isOneLine = line - lastLine === 1
      const begins = line - surplus - (isOneLine ? 0 : occurrences(cells, /[\r\n]/g))
      lastLine = line
      if (!isOneLine) surplus += occurrences(cells, /\r\n/g)
      if (begins < from || cells.every((cell) => cell === '')) return
      if (names === null && takeHeader(cells)) return
      if (names !== null && cells.length > names.length) {
        while (names.length < cells.length) names.push('')
        sink.columns(names)
      }
      for (const at of guarded) cells[at] = unguarded(cells[at] ?? '')
      const isRagged = cells.length !== width
      const params = { cells: cells.length, columns: width }
      sink.row(cells, begins, isRagged ? appError('rowRagged', { params }) : null)
    },
    nextLine: () => lastLine - surplus + 1,
  }
}

function occurrences(cells: readonly string[], what: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(what)?.length ?? 0), 0)
}
