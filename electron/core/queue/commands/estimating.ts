import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobsCost } from '@shared/model/cost'
import type { JobSet } from '@shared/model/jobSet'
import type { TurnShare } from '../../turnShare'
import type { Costs } from '../rows/costs'
import type { JobCursor, JobSets } from '../rows/jobSets'

/** Jobs read in one go: the window and the network are served in between. */
const readAtOnce = 500

/** What it would cost to send the named jobs and those of the sets once more, each job once, by connection. */
export type Estimate = (ids: readonly string[], sets: readonly JobSet[]) => Promise<JobsCost[]>

export function createEstimate(deps: {
  readonly sets: JobSets
  readonly costs: Pick<Costs, 'ofJobs'>
  readonly share: TurnShare
}): Estimate {
  const { sets, costs, share } = deps

  async function* members(named: readonly string[], of: readonly JobSet[]) {
    const known = new Set(named)
    yield [...known]
    const { sentUntil } = sets.moment({ ended: false })
    for (const set of of) {
      let after: JobCursor | null = null
      do {
        const slice = sets.slice(set, after, { rows: readAtOnce, sentUntil })
        yield slice.ids.filter((id) => !known.has(id))
        for (const id of slice.ids) known.add(id)
        after = slice.next
        await nextTurn()
        await share.turn()
      } while (after !== null)
    }
  }

  return (ids, of) => costs.ofJobs(members(ids, of))
}
