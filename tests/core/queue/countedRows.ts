import { expect } from 'vitest'
import type { Database } from '../../../electron/core/db/database'

interface JobRow {
  readonly id: string
  readonly batch_id: string
  readonly model: string
  readonly mode: string
  readonly state: string
  readonly attention_json: string | null
  readonly settled_at: number | null
  readonly retry_of: string | null
  readonly billed: string
}

interface AttemptRow {
  readonly job_id: string
  readonly started_at: number
  readonly price: number | null
  readonly outcome: string | null
}

function stageOf({ state, attention_json, settled_at }: JobRow): string {
  if (state === 'uncertain' || attention_json !== null) return 'needsYou'
  if (state === 'queued') return 'waiting'
  if (state === 'failed' && settled_at !== null) return 'settled'
  return ['sending', 'running', 'saving'].includes(state) ? 'running' : state
}

function billedOf({ outcome }: AttemptRow, { billed }: JobRow): string {
  if (outcome === 'accepted') return billed
  return outcome !== null && ['unsent', 'limited', 'refused'].includes(outcome) ? 'no' : 'maybe'
}

/** How often each of the rows comes, as text. */
function tally(lines: readonly (readonly unknown[])[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const key = JSON.stringify(line)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort()
}

/** Fails unless the stored counts of jobs and requests match their rows, counted one by one. */
export function expectCounted(db: Pick<Database, 'all'>): void {
  const jobs = db.all<JobRow>("SELECT *, request_json ->> 'model' AS model FROM jobs")
  const attempts = db.all<AttemptRow>('SELECT job_id, started_at, price, outcome FROM attempts')
  const retried = new Set(jobs.map(({ retry_of }) => retry_of))
  const byId = new Map(jobs.map((job) => [job.id, job]))

  const keptJobs = db.all<{
    batch_id: string
    model: string
    mode: string
    stage: string
    retried: number
    jobs: number
  }>('SELECT * FROM job_counts WHERE jobs <> 0')
  expect(
    keptJobs
      .map(
        (row) => `${JSON.stringify([row.batch_id, row.model, row.mode, row.stage, row.retried])} ${row.jobs}`,
      )
      .sort(),
  ).toEqual(
    tally(jobs.map((job) => [job.batch_id, job.model, job.mode, stageOf(job), Number(retried.has(job.id))])),
  )

  const keptRequests = db.all<{
    batch_id: string
    quarter: number
    model: string
    billed: string
    price: number | null
    requests: number
  }>('SELECT * FROM request_counts WHERE requests <> 0')
  expect(
    keptRequests
      .map(
        (row) =>
          `${JSON.stringify([row.batch_id, row.quarter, row.model, row.billed, row.price])} ${row.requests}`,
      )
      .sort(),
  ).toEqual(
    tally(
      attempts.flatMap((attempt) => {
        const job = byId.get(attempt.job_id)
        const quarter = Math.floor(attempt.started_at / 900_000)
        return job === undefined
          ? []
          : [[job.batch_id, quarter, job.model, billedOf(attempt, job), attempt.price]]
      }),
    ),
  )
}
