import { z } from 'zod'

/** The most frames a report has. */
export const framesMaximum = 20

/** A bug in the window, as the log may hold it: without its message and addresses, which may quote a prompt or a key. */
export const faultSchema = z.object({
  name: z.string().regex(/^\w{1,50}$/),
  /** File, line and column, the innermost first: `index-x1.js:12:345`. */
  frames: z
    .array(
      z
        .string()
        .max(120)
        .regex(/^[\w.-]+:\d+:\d+$/),
    )
    .max(framesMaximum),
})

export type Fault = z.infer<typeof faultSchema>

/** The kind of anything thrown, and its stack line by line, without the message, however many lines that has. */
export function framesOf(thrown: unknown): { readonly name: string; readonly frames: readonly string[] } {
  if (!(thrown instanceof Error)) return { name: typeof thrown, frames: [] }
  const lines = (thrown.stack ?? '').replace(thrown.message, '').split('\n')
  return {
    name: thrown.name,
    frames: lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim()),
  }
}
