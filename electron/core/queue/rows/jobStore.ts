import type { Database, SqlValue } from '../../db/database'
import { isIn, type JobEvent, nextState } from '../../jobMachine'
import type { Clock } from '../../ports'
import type { Commits } from './commits'
import { assignmentsOf, type JobPatch, type JobRow, readJob, type StoredJob, selectJobs } from './jobFields'

/** The SQL of single jobs. Every write is reported to the commits. */
export interface JobStore {
  find(id: string): StoredJob | null
  /** Throws if there is none: the caller got its id from a row. */
  need(id: string): StoredJob
  /**
   * Moves a job to its next state by an event and writes what came with it. Returns the updated job, the very object
   * that the commits report: whoever holds it knows that write as their own.
   */
  move(job: StoredJob, event: JobEvent, patch?: JobPatch): StoredJob
  /** Writes without changing the state; writes nothing if nothing differs. */
  patch(job: StoredJob, patch: JobPatch): StoredJob
  /** Reports a job whose items were changed. Returns it. */
  touch(id: string): StoredJob
}

export function createJobStore(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
}): JobStore {
  const { db, clock, commits } = deps

  function find(id: string): StoredJob | null {
    const row = db.get<JobRow>(`${selectJobs} WHERE jobs.id = :id`, { id })
    return row === undefined ? null : readJob(row)
  }

  function write(job: StoredJob, assignments: Readonly<Record<string, SqlValue>>): void {
    const names = Object.keys(assignments)
    if (names.length === 0) return
    db.run(`UPDATE jobs SET ${names.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`, {
      ...assignments,
      id: job.id,
    })
  }

  function need(id: string): StoredJob {
    const job = find(id)
    if (job === null) throw new Error('there is no such job')
    return job
  }

  function changed(job: StoredJob): StoredJob {
    commits.jobChanged(job)
    return job
  }

  return {
    find,
    need,
    touch(id) {
      return changed(need(id))
    },
    move(job, event, patch = {}) {
      const state = nextState(job.state, event)
      const endedAt = isIn('ended', state) ? clock.now() : null
      write(job, { state, ended_at: endedAt, ...assignmentsOf(job, patch) })
      if (isIn('fruitless', job.state) !== isIn('fruitless', state)) commits.queuedChanged()
      return changed({ ...job, ...patch, state, endedAt })
    },
    patch(job, patch) {
      const assignments = assignmentsOf(job, patch)
      if (Object.keys(assignments).length === 0) return job
      write(job, assignments)
      return changed({ ...job, ...patch })
    },
  }
}
