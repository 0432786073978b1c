import type { Call } from '../support/call'
import { eventually } from '../support/eventually'

/** The only job, once it has ended or needs the user. */
export const endOfJob = (call: Call) =>
  eventually(
    async () => {
      const { finished, needsYou } = await call('queue.overview', { limit: 5 })
      return [...finished, ...needsYou][0]
    },
    { what: 'the end of the job' },
  )
