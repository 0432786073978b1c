import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { JobState } from '@shared/model/job'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { realClock } from '../../../support/fakeClock'
import { memoryLogger } from '../../../support/testPorts'
import type { FaultyService } from './faultyService'
import { isFree, isWritten } from './script'

/** Open requests without an answer, background and direct: the most that one kill can leave uncertain. */
const unansweredAtOnce = 4 + connectionDefaults.directSlots

/** The result of a run, as counts. */
export interface Findings {
  /** Injected faults, by their place and name. */
  readonly faults: ReadonlyMap<string, number>
  /** Attempts that reached no service: refused before anything was written. */
  readonly refusedConnections: number
  readonly kills: number
  readonly jobs: number
  readonly states: ReadonlyMap<JobState, number>
  /** Jobs that were acknowledged but are gone, requests that belong to no known job, and jobs without an end. */
  readonly lost: number
  /** Requests of a job beyond its first, not counting those answered 429 or 401. */
  readonly repeated: number
  /** Jobs that met only refused connections, 429 and 401 but are not `done`. */
  readonly stopped: number
  readonly uncertain: number
  readonly uncertainAtMost: number
  /** Jobs that are uncertain or failed without a fault or a kill that explains it. */
  readonly unexplained: number
  /** Accepted tasks of jobs that are not uncertain, without their exact image on disk, byte by byte. */
  readonly missing: number
  /** Image files without a row, rows of one item beyond its first, and leftovers in the folder for downloads. */
  readonly stray: number
  /** What is known of each job that should have ended differently. */
  readonly remarks: readonly string[]
}

interface JobRow {
  readonly id: string
  readonly batch_id: string
  readonly state: JobState
  /** The outcomes of its attempts, separated by commas. */
  readonly outcomes: string | null
  readonly error: string | null
}

/** By a kill, or because the app quit: what of it came is not known. */
function wasInterrupted(job: {
  readonly outcomes: readonly string[]
  readonly error: string | null
}): boolean {
  return job.outcomes.includes('interrupted') || job.error === 'interrupted'
}

const ended: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled', 'uncertain'])

/** The database of a run whose core is gone. */
export function openLeft(folder: string): Database {
  const path = join(folder, 'profile/cyanotype.db')
  return openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() }).db
}

/** Jobs that failed because the bytes that came were no picture: the user requests the image once more. */
export function recoverableJobs(folder: string, { tasks }: FaultyService): readonly string[] {
  const db = openLeft(folder)
  try {
    return db
      .all<{ id: string }>("SELECT id FROM jobs WHERE state = 'failed'")
      .flatMap(({ id }) => (tasks.get(id)?.script.files.includes('wrongContent') ? [id] : []))
  } finally {
    db.close()
  }
}

/** Compares the ledger and the files with what the service remembers. */
export async function judge(run: {
  readonly folder: string
  readonly service: FaultyService
  readonly promised: ReadonlyMap<string, number>
  readonly kills: number
}): Promise<Findings> {
  const { folder, service, promised, kills } = run
  const db = openLeft(folder)
  try {
    const rows = db.all<JobRow>(
      `SELECT id, batch_id, state, error_json ->> 'code' AS error,
         (SELECT group_concat(outcome) FROM attempts WHERE job_id = jobs.id) AS outcomes FROM jobs`,
    )
    const jobs = new Map(rows.map((row) => [row.id, { ...row, outcomes: row.outcomes?.split(',') ?? [] }]))
    const postsOf = groupBy(service.posts, ({ jobId }) => jobId)
    const faultsOf = (id: string) => (postsOf.get(id) ?? []).map(({ fault }) => fault)
    const inBatch = groupBy(rows, ({ batch_id }) => batch_id)

    let lost = rows.filter(({ state }) => !ended.has(state)).length
    for (const [id, count] of promised) lost += count - (inBatch.get(id)?.length ?? 0)
    for (const id of postsOf.keys()) if (!jobs.has(id)) lost += 1

    const remarks: string[] = []
    function remark(id: string, what: string): number {
      const job = jobs.get(id)
      const script = JSON.stringify(service.tasks.get(id)?.script ?? null)
      remarks.push(
        `${what}: job ${id} is ${job?.state} (${job?.error}), attempts ${job?.outcomes}, faults ${faultsOf(id)}, script ${script}`,
      )
      return 1
    }

    let repeated = 0
    for (const [id, posts] of postsOf) {
      const again = posts.filter(({ fault }) => !isFree(fault)).length - 1
      if (again > 0) repeated += again * remark(id, 'sent again')
    }

    let stopped = 0
    let unexplained = 0
    for (const job of jobs.values()) {
      const { id, state, outcomes } = job
      const faults = faultsOf(id)
      const isUnharmed = faults.every((fault) => fault === null || isFree(fault)) && !wasInterrupted(job)
      const wasHeldUp = outcomes.includes('unsent') || outcomes.includes('limited')
      if (isUnharmed && wasHeldUp && state !== 'done') stopped += remark(id, 'stopped')
      if (state === 'uncertain' && !wasInterrupted(job) && !faults.some(isWritten))
        unexplained += remark(id, 'no cause')
      if (state === 'failed' && !faults.includes('refused') && !faults.includes('failed'))
        unexplained += remark(id, 'no cause')
    }

    const states = new Map([...groupBy(rows, ({ state }) => state)].map(([state, of]) => [state, of.length]))
    const written = service.posts.filter(({ fault }) => isWritten(fault)).length
    const interrupted = [...jobs.values()].filter(wasInterrupted).length
    return {
      faults: service.faults,
      refusedConnections: [...jobs.values()].flatMap(({ outcomes }) =>
        outcomes.filter((outcome) => outcome === 'unsent'),
      ).length,
      kills,
      jobs: rows.length,
      states,
      lost,
      repeated,
      stopped,
      uncertain: states.get('uncertain') ?? 0,
      uncertainAtMost: written + Math.min(interrupted, kills * unansweredAtOnce),
      unexplained,
      remarks,
      ...(await judgeFiles(db, join(folder, 'library'), service, (id) => jobs.get(id)?.state, remark)),
    }
  } finally {
    db.close()
  }
}

async function judgeFiles(
  db: Database,
  library: string,
  service: FaultyService,
  stateOf: (jobId: string) => JobState | undefined,
  remark: (jobId: string, what: string) => number,
): Promise<Pick<Findings, 'missing' | 'stray'>> {
  const images = db.all<{ job_id: string; file: string }>('SELECT job_id, file FROM images')
  const fileOf = new Map(images.map(({ job_id, file }) => [job_id, file]))
  let missing = 0
  for (const { jobId, picture } of service.tasks.values()) {
    if (stateOf(jobId) === 'uncertain') continue
    const file = fileOf.get(jobId)
    const bytes = file === undefined ? null : await readFile(join(library, file)).catch(() => null)
    if (bytes === null || digest(bytes) !== digest(picture)) missing += remark(jobId, 'no image')
  }
  const files = await readdir(library, { recursive: true }).catch(() => [])
  const pictures = files.filter((name) => name.endsWith('.png')).length
  const incoming = files.filter((name) => name.endsWith('.part')).length
  return { missing, stray: Math.abs(pictures - fileOf.size) + images.length - fileOf.size + incoming }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}
