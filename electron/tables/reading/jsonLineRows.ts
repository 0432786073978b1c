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
 * Whether `JSON.parse`, which is much faster, can be trusted with a text. It rounds long numbers and has no depth
 * limit. Also, once V8 13.6 has met a name that contains a backslash, it mistakes a name with an escape for another.
 */
function isPlain(text: string): boolean {
  return !/\\|\d{9}|\d[eE]/.test(text) && (text.match(/[[{]/g)?.length ?? 0) <= depthMaximum
}
