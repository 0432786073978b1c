import { framesOf } from '@shared/model/fault'

/** Fields of a log line that show where a bug came from, without its message, which may quote a prompt or a key. */
export function traceOf(error: unknown): { readonly name: string; readonly trace: string } {
  const { name, frames } = framesOf(error)
  return { name, trace: frames.join(' | ') }
}
