import { AppFailure, appError } from '@shared/errors'
import { limits } from '../checks/limits'
import type { TableReader } from './rowSink'

interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
}

/**
 * Splits text at CRLF, LF and CR. The end of the last line doesn't count as another line. Throws `tableRecordTooLong`.
 */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0
  let rest = ''
  for await (const chunk of chunks) {
    const isInLine = !rest.endsWith('\r') && !/[\r\n]/.test(chunk)
    rest += chunk
    if (!isInLine) {
      // A CR at the end may be half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const text of lines) yield { text, number: ++number }
    }
    if (rest.length > limits.recordLength) throw tooLong(number + 1)
  }
  if (rest !== '') yield { text: rest.replace(/\r$/, ''), number: number + 1 }
}

function tooLong(line: number): AppFailure {
  const maximum = limits.recordLength / 1024 / 1024
  return new AppFailure(appError('tableRecordTooLong', { params: { line, maximum } }))
}

/** One prompt per line, those after `header` (0 for all); blank lines are left out. */
export function promptLines(header: number): TableReader {
  return async (chunks, sink) => {
    sink.columns(['prompt'])
    for await (const { text, number } of linesOf(chunks)) {
      if (number > header && text.trim() !== '') sink.row([text], number, null)
    }
  }
}
