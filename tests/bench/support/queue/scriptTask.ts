import { z } from 'zod'

const taskSchema = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  model: z.string(),
  jobs: z.number(),
  /** Requests or tasks at once. */
  inFlight: z.number(),
  /** Where images go. */
  folder: z.string(),
})

export type ScriptTask = z.infer<typeof taskSchema>

/** What a peer's script is to do. */
export const scriptTask = (): ScriptTask => taskSchema.parse(JSON.parse(process.argv[2] ?? ''))

/** Reports its figure and ends the script. */
export function answerParent(figure: number): void {
  process.send?.(figure, () => process.exit())
}
