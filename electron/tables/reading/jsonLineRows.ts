import { appError } from '@shared/errors'
import { linesOf } from './lines'
import { isObject, objectCells } from './objectCells'
import type { TableReader } from './rowSink'

/** An object a line. A line that is none is a row without cells, and wrong. */
export const jsonLineRows: TableReader = async (chunks, sink) => {
  const cellsOf = objectCells(sink)
  for await (const { text, number } of linesOf(chunks)) {
    if (text.trim() === '') continue
    const value = parsed(text)
    if (isObject(value)) sink.row(cellsOf(value), number, null)
    else sink.row([], number, appError('lineUnreadable', { params: { line: number } }))
  }
}

/** Undefined for what is no JSON, or is nested deeper than can be read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
