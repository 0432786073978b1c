import { appError } from '@shared/errors'
import { depthMaximum, jsonValue } from './jsonTokens'
import { linesOf } from './lines'
import { isObject, objectCells } from './objectCells'
import type { TableReader } from './rowSink'

/** One object per line. A line that isn't an object becomes a row without cells, with an error. */
export const jsonLineRows: TableReader = async (chunks, sink) => {
  const cellsOf = objectCells(sink)
  for await (const { text, number } of linesOf(chunks)) {
    if (text.trim() === '') continue
    const value = parsed(text)
    if (isObject(value)) sink.row(cellsOf(value), number, null)
    else sink.row([], number, appError('lineUnreadable', { params: { line: number } }))
  }
}

/** Undefined for anything that isn't JSON, or is nested too deeply to be read. */
function parsed(text: string): unknown {
  try {
    return isPlain(text) ? JSON.parse(text) : jsonValue(text)
  } catch {
    return undefined
  }
}

/**
 * Whether `JSON.parse`, which is much faster, is to be trusted with a text. It rounds long numbers and knows no
 * depth; and V8 13.6 takes a name with an escape in it for another, once it has met one that holds a backslash.
 */
function isPlain(text: string): boolean {
  return !/\\|\d{9}|\d[eE]/.test(text) && (text.match(/[[{]/g)?.length ?? 0) <= depthMaximum
}
