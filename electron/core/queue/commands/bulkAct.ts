import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import type { MembersOf } from '../rows/jobSets'
import type { Act } from './actions'

/** How many jobs an action changes in one go: the window and the network are served in between. */
const actedAtOnce = 200

/** Acts on the named jobs and on those of the sets; resolves with how many were changed. */
export type BulkAct = (ids: readonly string[], action: JobAction, sets: readonly JobSet[]) => Promise<number>

export function createBulkAct(deps: {
  readonly act: Act
  readonly membersOf: MembersOf
  /** Called with the jobs that were acted on. */
  readonly onDone: (ids: readonly string[], action: JobAction) => void
  /** The database is closed: the rest isn't done. */
  readonly hasEnded: () => boolean
}): BulkAct {
  const { act, membersOf, onDone, hasEnded } = deps
  return async (ids, action, of = []) => {
    const wanted = membersOf(ids, of)
    let count = 0
    for (let begin = 0; begin < wanted.length; begin += actedAtOnce) {
      if (begin > 0) await nextTurn()
      if (hasEnded()) break
      const done = act(wanted.slice(begin, begin + actedAtOnce), action)
      onDone(done, action)
      count += done.length
    }
    return count
  }
}
