import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobState } from '@shared/model/job'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { readScript } from '../../electron/demo/script'
import { demoJournal } from './demoJournal'
import { realClock } from './fakeClock'
import { memoryLogger } from './testPorts'

/** What a profile's ledger says in the end, beside what the demo service recorded. */
export interface DemoAudit {
  readonly jobs: number
  readonly states: Readonly<Partial<Record<JobState, number>>>
  /** Jobs whose process was killed before an answer arrived. */
  readonly interrupted: number
  /** One sentence for each thing that was paid twice, lost, or ended otherwise than the service said. */
  readonly faults: readonly string[]
}

interface JobRow {
  readonly id: string
  readonly state: JobState
  readonly prompt: string
  readonly error: string | null
  readonly attempts: number
  readonly interrupted: number
}

const ended: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled', 'uncertain'])

/**
 * Compares the journal and files of a demo service, in `demo` of its folder, with the ledger and library of a profile
 * whose core has exited.
 */
export async function auditDemo(
  { profile, library }: { readonly profile: string; readonly library: string },
  demoFolder: string,
): Promise<DemoAudit> {
  const posts = (await demoJournal(demoFolder)).filter(({ method }) => method === 'POST')
  const { db } = openDatabase({
    path: join(profile, 'cyanotype.db'),
    migrations,
    clock: realClock,
    logger: memoryLogger(),
  })
  const faults: string[] = []
  try {
    const rows = db.all<JobRow>(
      `SELECT id, state, request_json ->> 'prompt' AS prompt, error_json ->> 'code' AS error,
         (SELECT count(*) FROM attempts WHERE job_id = jobs.id) AS attempts,
         EXISTS (SELECT 1 FROM attempts WHERE job_id = jobs.id AND outcome = 'interrupted') AS interrupted
       FROM jobs`,
    )
    const known = new Set(rows.map(({ id }) => id))
    for (const { idempotencyKey } of posts)
      if (idempotencyKey === null || !known.has(idempotencyKey))
        faults.push(`the service was asked for ${idempotencyKey}, which is no job`)

    const images = db.all<{ job_id: string; file: string }>('SELECT job_id, file FROM images')
    for (const job of rows) {
      const fault = (what: string) =>
        faults.push(`${what}: ${job.id} "${job.prompt}" is ${job.state} (${job.error})`)
      const asked = posts.filter(({ idempotencyKey }) => idempotencyKey === job.id)
      const taken = asked.filter(({ status }) => status !== 429)
      if (taken.length > 1) fault(`sent ${taken.length} times`)
      if (asked.length > job.attempts) fault(`sent ${asked.length} times, noted ${job.attempts} times`)
      if (!ended.has(job.state)) fault('without an end')
      else if (job.state !== expectedState(job)) fault(`not ${expectedState(job)}`)
      const taskId = taken[0]?.taskId ?? null
      if (taskId === null || job.state === 'uncertain') continue
      const files = images.filter(({ job_id }) => job_id === job.id).map(({ file }) => join(library, file))
      const drawn = job.state === 'failed' ? [] : await digestsIn(join(demoFolder, 'demo/files', taskId))
      if (String(await digests(files)) !== String(drawn)) fault('not the images the service drew')
    }
    const files = await readdir(library, { recursive: true })
    const pictures = files.filter((name) => /\.(png|jpe?g|webp)$/.test(name)).length
    if (pictures !== images.length) faults.push(`${pictures} files for ${images.length} rows`)
    const states: Partial<Record<JobState, number>> = {}
    for (const { state } of rows) states[state] = (states[state] ?? 0) + 1
    const interrupted = rows.filter((row) => row.interrupted === 1).length
    return { jobs: rows.length, states, interrupted, faults }
  } finally {
    db.close()
  }
}

/** How a job must have ended, given what its prompt makes the demo service do. */
function expectedState({ prompt, interrupted }: JobRow): JobState {
  if (interrupted === 1) return 'uncertain'
  const { answer, fails } = readScript(prompt)
  switch (answer) {
    case 'drop':
    case 'html':
    case 'rubbish':
      return 'uncertain'
    case '500':
    case 'refuse':
    case '402':
    case 'echo':
      return 'failed'
    case '429':
    case null:
      return fails ? 'failed' : 'done'
  }
}

async function digestsIn(folder: string): Promise<readonly string[]> {
  return digests((await readdir(folder)).map((name) => join(folder, name)))
}

async function digests(files: readonly string[]): Promise<readonly string[]> {
  const all = files.map(async (file) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  )
  return (await Promise.all(all)).sort()
}
