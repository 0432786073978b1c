import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { taskIdPlace } from '@shared/model/connection'
import { type AnswerPath, generalPath, type TaughtRole } from '@shared/model/taughtPlace'
import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'
import type { ImageSource } from '../../service/answers/reading'
import { sentPlace } from '../../service/endpoints'
import type { ServiceClient } from '../../service/serviceClient'
import { namedAddress } from '../../service/taskAddress'
import type { FoundImages } from '../rows/foundImages'
import type { StoredJob } from '../rows/jobFields'
import type { JobProgress } from '../rows/jobProgress'
import type { JobStore } from '../rows/jobStore'
import { type Ledger, storedAnswer } from '../rows/ledger'
import { mayBeShown } from '../rows/taughtProgress'

/** A value that the user points at in a stored answer; `number` null for the newest attempt, `polled` about its task. */
export interface Pointing {
  readonly id: string
  readonly number: number | null
  readonly polled: boolean
  readonly path: AnswerPath
  readonly role: TaughtRole
}

/**
 * Reads a stored answer with a place taught: its job goes on from there, and its connection remembers the place. Nothing is
 * sent again. Throws AppFailure: `rowMissing` if there is no such job; `placeAbsent` if no answer is kept that has the
 * place; `placeUnfit` if what is there can't be that.
 */
export type Teach = (pointing: Pointing) => Promise<void>

export function createTeach(deps: {
  readonly db: Database
  /** Absolute. */
  readonly spoolFolder: string
  readonly service: Pick<ServiceClient, 'readPlace'>
  readonly connections: Pick<Connections, 'teach' | 'learnTaskPath'>
  readonly jobs: JobStore
  readonly ledger: Pick<Ledger, 'latest'>
  readonly found: FoundImages
  readonly progress: Pick<JobProgress, 'shown' | 'taskTaught'>
}): Teach {
  const { db, spoolFolder, service, connections, jobs, ledger, found, progress } = deps

  /** What was fetched before its address expired is used instead of the address. */
  function kept(jobId: string, source: ImageSource): ImageSource {
    const known = found
      .of(jobId)
      .find(({ url, state }) => source.kind === 'url' && url === source.url && state !== 'named')
    if (known === undefined || known.spoolFile === null || known.state === 'dropped') return source
    found.put({ ...known, state: 'taken', asked: false })
    return { kind: 'file', path: known.spoolFile }
  }

  /** Its task is asked for there from now on; so are others, if the address has the task's id in it. */
  function address(job: StoredJob, named: string): void {
    const { taskId } = job
    const sent = ledger.latest(job.id)?.frozen
    const at = sent === undefined ? null : namedAddress(named, sentPlace(sent))
    if (taskId === null || at === null) throw refusal('placeUnfit')
    jobs.patch(job, { askAt: at })
    const [before, after, ...more] = at.split(encodeURIComponent(taskId))
    if (at.startsWith('/') && before !== undefined && after !== undefined && more.length === 0)
      connections.learnTaskPath(job.connectionId, `${before}${taskIdPlace}${after}`)
  }

  return async ({ id, number, polled, path, role }) => {
    if (jobs.find(id) === null) throw new AppFailure(appError('rowMissing', { params: { id } }))
    const stored = storedAnswer({ db, spoolFolder }, { jobId: id, number, polled })
    if (stored.kind !== 'kept') throw refusal('placeAbsent')
    const read = await service.readPlace(stored.answer, role, path)
    if (read.kind === 'absent' || read.kind === 'unfit')
      throw refusal(read.kind === 'absent' ? 'placeAbsent' : 'placeUnfit')
    db.transaction(() => {
      const job = jobs.need(id)
      // It was sent again meanwhile: the answer is no longer the one that counts.
      if (!mayBeShown(job)) throw refusal('placeAbsent')
      if (read.kind === 'address') return address(job, read.address)
      if (role !== 'askAt') connections.teach(job.connectionId, { role, path: generalPath(path) })
      if (read.kind === 'taskId') progress.taskTaught(job, read.id)
      else {
        const sources = read.sources.map((source) => kept(id, source))
        progress.shown(job, sources)
      }
    })
  }
}

const refusal = (code: ErrorCode): AppFailure => new AppFailure(appError(code))
