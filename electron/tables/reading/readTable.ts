import { AppFailure } from '@shared/errors'
import type { OpenTable } from '@shared/model/table'
import { noReading } from '@shared/model/tableReading'
import type { TableRequest } from '@shared/processes/tables'
import { limits } from '../checks/limits'
import { createKeptTable, type KeptTable } from '../staging/keptTable'
import { createPace } from '../staging/pace'
import { keepSource } from '../staging/source'
import { createStaging } from '../staging/stagingDatabase'
import type { TableState } from '../staging/tableState'
import { delimitedRows } from './delimitedRows'
import { jsonLineRows, jsonRows } from './jsonRows'
import { promptLines } from './lines'
import { markdownRows } from './markdown'
import { type OpenedText, openFile, openPasted } from './openText'
import { createRowIntake, type RowIntake } from './rowIntake'
import type { TableReader } from './rowSink'
import { type TableStart, tableStart } from './tableStart'

export interface ReadOptions {
  /** Absolute: the table's own file. */
  readonly path: string
  readonly signal: AbortSignal
  /** Called once there is a table, which grows from then on. */
  readonly onTable: (table: KeptTable) => void
  /** Called immediately, then at intervals. */
  readonly onProgress: (table: OpenTable) => void
}

type Reading = Extract<TableRequest, { readonly kind: 'read' }>

/**
 * Reads and checks a table into a file of its own. A problem with its source becomes the table's problem; rows read
 * before that are kept. If aborted, it leaves no file and throws the reason.
 */
export async function readTable(request: Reading, options: ReadOptions): Promise<void> {
  const db = createStaging(options.path)
  try {
    const table = createKeptTable(db, blank(request))
    options.onTable(table)
    keepSource(db, request.source)
    const intake = createRowIntake(db, table, blank(request))
    const problem = await readSource(request, intake, table, options)
    options.signal.throwIfAborted()
    await intake.finish(problem, options.signal)
    db.keep()
  } catch (error) {
    db.discard()
    throw error
  }
}

function blank({ tableId, name, settings, planning }: Reading): TableState {
  return {
    id: tableId,
    name,
    layout: { format: 'txt', encoding: 'utf-8', bom: false, delimiter: '', newline: '\n' },
    reading: noReading,
    columns: [],
    settings: { ...settings, roles: [] },
    edited: false,
    planning,
    readProblem: null,
  }
}

/** Returns why part of it wasn't read; null if all of it was. */
async function readSource(
  { source, readAs }: Reading,
  intake: RowIntake,
  table: KeptTable,
  options: ReadOptions,
): Promise<TableState['readProblem']> {
  let text: OpenedText | null = null
  try {
    text = 'path' in source ? await openFile(source.path, readAs.encoding) : openPasted(source.text)
    const start = tableStart(text.name, text.head, readAs.header)
    const { format, delimiter, newline, header, firstRows } = start
    intake.lay(
      { format, delimiter, newline, encoding: text.encoding, bom: text.bom },
      { ...text.doubt, header, firstRows },
    )
    await readerOf(start)(progressing(text, intake, table, options), intake)
    return null
  } catch (error) {
    if (error instanceof AppFailure) return error.error
    throw error
  } finally {
    await text?.close()
  }
}

function readerOf(start: TableStart): TableReader {
  switch (start.format) {
    case 'csv':
    case 'tsv':
      return start.isMarkdown ? markdownRows(start) : delimitedRows(start)
    case 'json':
      return jsonRows
    case 'jsonl':
      return jsonLineRows
    case 'txt':
      return promptLines(start.header ?? 0)
  }
}

async function* progressing(
  text: OpenedText,
  intake: RowIntake,
  table: KeptTable,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<string> {
  const isTime = createPace(limits.progressMs)
  let last = 0
  for await (const { text: chunk, done } of text.chunks()) {
    signal.throwIfAborted()
    if (isTime()) {
      intake.flush()
      onProgress(table.shown({ stage: 'reading', progress: { done: last, total: text.total } }))
    }
    last = done
    yield chunk
  }
}
