import { linesOf } from './lines'
import type { TableReader } from './rowSink'

/** A prompt a line; lines without one are left out. */
export const promptLines: TableReader = async (chunks, sink) => {
  sink.columns(['prompt'])
  for await (const { text, number } of linesOf(chunks)) {
    if (text.trim() !== '') sink.row([text], number, null)
  }
}
