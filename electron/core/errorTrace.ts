/** Fields of a log line that show where a bug came from, without its message, which may quote a prompt or a key. */
export function traceOf(error: unknown): { readonly name: string; readonly trace: string } {
  if (!(error instanceof Error)) return { name: typeof error, trace: '' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name: error.name, trace: frames.map((line) => line.trim()).join(' | ') }
}
