import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { TableCell } from '@shared/model/tableCells'
import {
  type ParsedTokenInfo,
  TokenizerError,
  TokenParser,
  TokenParserError,
  TokenType,
} from '@streamparser/json'
import { limits } from '../checks/limits'
import { depthMaximum, jsonTokens, jsonValue } from './jsonTokens'
import { linesOf } from './lines'
import type { RowSink, TableReader } from './rowSink'

/** An array of objects, or an object with one such array in it. */
export const jsonRows: TableReader = async (chunks, sink) => {
  const reading = createReading(sink)
  const tokens = jsonTokens(reading.token, () => {
    throw problem('tableJsonShape', reading.rows())
  })
  try {
    let held = 0
    for await (const chunk of chunks) {
      const before = reading.rows()
      tokens.write(chunk)
      held = reading.rows() > before ? 0 : held + chunk.length
      if (held > limits.recordLength) throw problem('tableObjectTooLong', reading.rows())
    }
    tokens.end()
  } catch (error) {
    const isBroken = error instanceof TokenizerError || error instanceof TokenParserError
    throw isBroken ? problem('tableJsonBroken', reading.rows()) : error
  }
  reading.end()
}

function problem(code: ErrorCode, rows: number): AppFailure {
  const maximum = limits.recordLength / 1024 / 1024
  return new AppFailure(appError(code, { params: { row: rows + 1, maximum } }))
}

function createReading(sink: RowSink) {
  const cellsOf = objectCells(sink)
  let parser: TokenParser | null = null
  let rows = 0
  /** Where the rows are, in an object: the name of the first array that has objects in it. */
  let place: string | null = null

  function take(value: unknown): void {
    if (!isObject(value)) throw problem('tableJsonShape', rows)
    rows += 1
    sink.row(cellsOf(value), null, null)
  }

  function parserOf(first: TokenType): TokenParser {
    if (first === TokenType.LEFT_BRACKET) {
      const ofArray = new TokenParser({ paths: ['$.*'], keepStack: false })
      ofArray.onValue = ({ value }) => take(value)
      return ofArray
    }
    if (first !== TokenType.LEFT_BRACE) throw problem('tableJsonShape', rows)
    const ofObject = new TokenParser({ paths: ['$.*.*'], keepStack: false })
    ofObject.onValue = ({ value, parent, stack }) => {
      const name = String(stack[1]?.key)
      if (!Array.isArray(parent) || (place !== name && !isObject(value))) return
      place ??= name
      if (place !== name) throw problem('tableJsonShape', rows)
      take(value)
    }
    return ofObject
  }

  return {
    token(info: ParsedTokenInfo): void {
      parser ??= parserOf(info.token)
      parser.write(info)
    },
    rows: () => rows,
    end(): void {
      if (parser !== null && !parser.isEnded) throw problem('tableJsonBroken', rows)
      if (parser !== null && rows === 0) throw problem('tableJsonShape', rows)
    },
  }
}

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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Arranges objects in columns: every name that any of them has, in order of appearance. */
function objectCells(sink: RowSink): (object: Readonly<Record<string, unknown>>) => TableCell[] {
  const columns = new Map<string, number>()
  return (object) => {
    const known = columns.size
    for (const name of Object.keys(object)) if (!columns.has(name)) columns.set(name, columns.size)
    if (columns.size > known) sink.columns([...columns.keys()])
    const cells = new Array<TableCell>(columns.size).fill(null)
    for (const [name, value] of Object.entries(object)) cells[columns.get(name) ?? 0] = cellOf(value)
    return cells
  }
}

function cellOf(value: unknown): TableCell {
  return typeof value === 'string' ? value : { json: JSON.stringify(value) }
}
