import { linesOf } from './lines'
import type { TableReader } from './rowSink'

/** One prompt per line; blank lines are left out. */
export const promptLines: TableReader = async (chunks, sink) => {
  sink.columns(['prompt'])
  for await (const { text, number } of linesOf(chunks)) {
    if (text.trim() !== '') sink.row([text], number, null)
  }
}
