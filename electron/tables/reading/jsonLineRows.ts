import { appError } from '@shared/errors'
import { exactNumber } from './exactNumber'
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

/** Undefined for what is no JSON, or is nested deeper than can be read. Number by number only where one may be long. */
function parsed(text: string): unknown {
  try {
    return /\d{9}|\d[eE]/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `source` is the text of a value that has no parts. */
function exactly(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value
}
