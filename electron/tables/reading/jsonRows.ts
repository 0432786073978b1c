import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import {
  type ParsedTokenInfo,
  TokenizerError,
  TokenParser,
  TokenParserError,
  TokenType,
} from '@streamparser/json'
import { limits } from '../limits'
import { jsonTokens } from './jsonTokens'
import { isObject, objectCells } from './objectCells'
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
