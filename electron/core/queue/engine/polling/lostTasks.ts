import type { AppError } from '@shared/errors'
import { unallowedOrigin } from '../../../connections/askPlaces'
import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { StoredJob } from '../../rows/jobFields'
import type { JobProgress } from '../../rows/jobProgress'
import type { Ledger } from '../../rows/ledger'
import type { PathSearch } from './pathSearch'
import type { KnownTask, PolledTask } from './polledTasks'

/** This many tasks in a row that are unknown at a learned path show that it was wrong. */
const missesAtMost = 2

/** What follows for tasks that are known at none of the places where they are asked for. */
export interface LostTasks {
  lost(task: PolledTask, known: KnownTask, error: AppError): void
  /** The learned path of a connection has shown that it is right. */
  foundAtLearned(connectionId: string): void
}

export function createLostTasks(deps: {
  readonly db: Database
  readonly connections: Pick<Connections, 'find' | 'forgetTaskPath'>
  readonly progress: Pick<JobProgress, 'unproven' | 'askedElsewhere'>
  readonly ledger: Pick<Ledger, 'concluded'>
  readonly search: Pick<PathSearch, 'begin' | 'wasInVain'>
}): LostTasks {
  const { db, connections, progress, ledger, search } = deps
  /** Jobs whose task is unknown at the learned path of a connection. */
  const misses = new Map<string, Set<string>>()

  function missed(connectionId: string, jobId: string): void {
    const missing = (misses.get(connectionId) ?? new Set()).add(jobId)
    misses.set(connectionId, missing)
    if (missing.size < missesAtMost) return
    misses.delete(connectionId)
    connections.forgetTaskPath(connectionId)
  }

  /** Nobody knows what became of its request: only the user decides. */
  function giveBack(job: StoredJob, attemptId: string, error: AppError): void {
    db.transaction(() => {
      const { error: unproven } = progress.unproven(job, error)
      ledger.concluded(attemptId, 'uncertain', unproven)
    })
  }

  return {
    lost(task, known, error) {
      const { job, attemptId } = known
      const connection = connections.find(job.connectionId)
      if (connection === null || job.state !== 'running' || job.waitingStopped || job.finalAt !== null) return
      const isPathKnown = connection.taskPath !== null
      if (connection.isTaskPathLearned) missed(connection.id, job.id)
      search.begin(task, known)
      const origin = unallowedOrigin(connection, job.askAt)
      if (origin !== null) progress.askedElsewhere(job, origin)
      else if (job.isProvisional && (isPathKnown || search.wasInVain(connection.id)))
        giveBack(job, attemptId, error)
    },
    foundAtLearned(connectionId) {
      misses.delete(connectionId)
    },
  }
}
