import { expect } from 'vitest'
import type { Database } from '../../../electron/core/db/database'

interface JobRow {
  readonly id: string
  readonly batch_id: string
  readonly priced: string
  readonly mode: string
  readonly state: string
  readonly row: number
  readonly images: number
  readonly attention_json: string | null
  readonly error_json: string | null
  readonly waiting_stopped: number
  readonly sent_at: number | null
  readonly ended_at: number | null
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

function stageOf({ state, attention_json, settled_at, waiting_stopped }: JobRow): string {
  if (state === 'uncertain' || attention_json !== null) return 'needsYou'
  if (state === 'running' && waiting_stopped === 1) return 'stopped'
  if (state === 'queued') return 'waiting'
  if (state === 'failed' && settled_at !== null) return 'settled'
  return ['sending', 'running', 'saving'].includes(state) ? 'running' : state
}

function billedOf({ outcome }: AttemptRow, { billed }: JobRow): string {
  if (outcome === 'accepted') return billed
  return outcome !== null && ['unsent', 'limited', 'refused'].includes(outcome) ? 'no' : 'maybe'
}

const quarterOf = (time: number | null): number => Math.floor((time ?? 0) / 900_000)

function codeOf({ attention_json, error_json }: JobRow): string {
  const json = attention_json ?? error_json
  return json === null ? '' : JSON.parse(json).code
}

function endedAs({ state, settled_at }: JobRow, isRetried: boolean): string {
  if (state !== 'failed') return state
  return isRetried ? 'retried' : settled_at === null ? 'failed' : 'settled'
}

/** What a job counts to by time. */
function momentsOf(job: JobRow, isRetried: boolean): readonly (readonly unknown[])[] {
  const { state, batch_id, attention_json, settled_at, sent_at, ended_at } = job
  const needsYou = state === 'uncertain' || attention_json !== null
  const isFailure = state === 'failed' && settled_at === null && !isRetried
  return [
    ...(needsYou ? [['needsYou', batch_id, codeOf(job), quarterOf(sent_at)]] : []),
    ...(isFailure ? [['failed', batch_id, codeOf(job), quarterOf(ended_at)]] : []),
    ...(ended_at !== null && attention_json === null ? [['finished', '', '', quarterOf(ended_at)]] : []),
  ]
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

/** Rows of a table of counts, as `tally` has them. */
function kept(rows: readonly Readonly<Record<string, unknown>>[], count: string): readonly string[] {
  return rows.map(({ [count]: number, ...key }) => `${JSON.stringify(Object.values(key))} ${number}`).sort()
}

/** Fails unless the stored counts of jobs, requests and images match their rows, counted one by one. */
export function expectCounted(db: Pick<Database, 'all'>): void {
  const jobs = db.all<JobRow>(
    "SELECT *, rowid AS row, json_extract(request_json, '$.model', '$.size', '$.n') AS priced FROM jobs",
  )
  const attempts = db.all<AttemptRow>('SELECT job_id, started_at, price, outcome FROM attempts')
  const retried = new Set(jobs.map(({ retry_of }) => retry_of))
  const byId = new Map(jobs.map((job) => [job.id, job]))

  expect(
    kept(
      db.all('SELECT batch_id, priced, mode, stage, retried, jobs FROM job_counts WHERE jobs <> 0'),
      'jobs',
    ),
  ).toEqual(
    tally(jobs.map((job) => [job.batch_id, job.priced, job.mode, stageOf(job), Number(retried.has(job.id))])),
  )
  expect(kept(db.all('SELECT batch_id, block, priced, jobs FROM waiting_counts'), 'jobs')).toEqual(
    tally(
      jobs
        .filter(({ state }) => state === 'queued')
        .map(({ batch_id, row, priced }) => [batch_id, Math.floor(row / 1024), priced]),
    ),
  )
  expect(kept(db.all('SELECT kind, batch_id, code, quarter, jobs FROM moment_counts'), 'jobs')).toEqual(
    tally(jobs.flatMap((job) => momentsOf(job, retried.has(job.id)))),
  )
  expect(kept(db.all('SELECT batch_id, images FROM saved_counts WHERE images <> 0'), 'images')).toEqual(
    tally(
      db
        .all<{ id: string }>(
          "SELECT batch_id AS id FROM jobs JOIN items ON items.job_id = jobs.id WHERE items.state = 'saved'",
        )
        .map(({ id }) => [id]),
    ),
  )

  expectEndsCounted(db, jobs, retried)

  expect(
    kept(
      db.all(
        'SELECT batch_id, quarter, priced, billed, price, requests FROM request_counts WHERE requests <> 0',
      ),
      'requests',
    ),
  ).toEqual(
    tally(
      attempts.flatMap((attempt) => {
        const job = byId.get(attempt.job_id)
        const quarter = Math.floor(attempt.started_at / 900_000)
        return job === undefined
          ? []
          : [[job.batch_id, quarter, job.priced, billedOf(attempt, job), attempt.price]]
      }),
    ),
  )
}

function expectEndsCounted(
  db: Pick<Database, 'all'>,
  jobs: readonly JobRow[],
  retried: ReadonlySet<string | null>,
): void {
  const ended = jobs.filter(({ ended_at, attention_json }) => ended_at !== null && attention_json === null)
  const images = new Map(
    db
      .all<{ id: string; saved: number }>(
        "SELECT job_id AS id, count(*) AS saved FROM items WHERE state = 'saved' GROUP BY 1",
      )
      .map(({ id, saved }) => [id, saved]),
  )
  const each = (job: JobRow, count: number): readonly (readonly unknown[])[] =>
    Array.from({ length: count }, () => [
      job.batch_id,
      quarterOf(job.ended_at),
      endedAs(job, retried.has(job.id)),
    ])
  const counts = (of: 'jobs' | 'images' | 'saved') =>
    kept(db.all(`SELECT batch_id, quarter, ended_as, ${of} FROM ended_counts WHERE ${of} <> 0`), of)
  expect(counts('jobs')).toEqual(tally(ended.flatMap((job) => each(job, 1))))
  expect(counts('images')).toEqual(tally(ended.flatMap((job) => each(job, job.images))))
  expect(counts('saved')).toEqual(tally(ended.flatMap((job) => each(job, images.get(job.id) ?? 0))))

  const last = new Map<string, number>()
  for (const { batch_id, ended_at } of ended)
    last.set(batch_id, Math.max(ended_at ?? 0, last.get(batch_id) ?? 0))
  expect(
    new Map(
      db
        .all<{ id: string; at: number }>('SELECT batch_id AS id, ended_at AS at FROM batch_ends')
        .map(({ id, at }) => [id, at]),
    ),
  ).toEqual(last)
}
