import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const lineSchema = z.object({
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  idempotencyKey: z.string().nullable(),
  taskId: z.string().nullable(),
})

export type JournalLine = z.infer<typeof lineSchema>

/** The requests to the demo service of a profile, oldest first. */
export async function demoJournal(profile: string): Promise<readonly JournalLine[]> {
  const text = await readFile(join(profile, 'demo/journal.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))
}

/** The paid requests, each with the job it was for. */
export async function demoPosts(profile: string): Promise<readonly (string | null)[]> {
  const lines = await demoJournal(profile)
  return lines.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey)
}
