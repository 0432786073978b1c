import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionDraft, connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import { groupRowsMaximum } from '@shared/model/queue'
import { demoModels } from '@shared/processes/demo'
import { z } from 'zod'
import { builtEntry } from '../../../support/builtEntry'
import type { Call } from '../../../support/call'
import { forkCore } from '../../../support/coreFork'
import { serviceKey } from './service'

/** How often a window reads a changing queue. */
const lookMs = 100

const probeSchema = z.object({
  /** CPU time of the process so far. */
  cpuMs: z.number(),
  /** Longest delay of the event loop since the last probe; 0 if that is not watched. */
  longestTaskMs: z.number(),
  /** Highest number of the core's timers waiting at once since the last probe. */
  timers: z.number(),
})

export type Probe = z.infer<typeof probeSchema>

/** The app's core in a process of its own, connected to a service. */
export interface BenchCore {
  readonly call: Call
  probe(): Promise<Probe>
  enqueue(changes: Partial<SendableDraft>): Promise<void>
  /** Reads the queue as a window does until nothing waits or runs; rejects if a job needs the user. */
  untilDone(): Promise<void>
  /** Images in the library. */
  images(): Promise<number>
  kill(): Promise<void>
}

export async function startCore(
  program: string,
  folder: string,
  connection: Partial<ConnectionDraft> & { readonly baseUrl: string },
  { watchesLoop = false } = {},
): Promise<BenchCore> {
  const core = forkCore(program, { folder, imaging: await builtEntry('imaging'), watchesLoop })
  await core.started
  const service = { ...connectionDefaults, name: 'Bench', models: [...demoModels], ...connection }
  const { id } = await core.call('connections.save', { id: null, draft: service, apiKey: serviceKey })
  return {
    call: core.call,
    kill: core.kill,

    async probe() {
      const answer = await core.handle('bench.probe', null)
      if (!answer.ok) throw new Error('the core tells nothing of itself')
      return probeSchema.parse(answer.value)
    },

    async enqueue(changes) {
      const draft: SendableDraft = {
        prompt: 'A study of a coast',
        model: demoModels[0],
        size: '',
        n: 1,
        mode: 'background',
        image: [],
        ...changes,
      }
      await core.call('jobs.enqueue', { connectionId: id, draft, first: false })
    },

    async untilDone() {
      for (;;) {
        const { counts } = await core.call('queue.overview', { limit: groupRowsMaximum })
        if (counts.needsYou > 0) throw new Error(`${counts.needsYou} jobs need the user`)
        if (counts.waiting + counts.running === 0) return
        await pause(lookMs)
      }
    },

    async images() {
      const { total } = await core.call('gallery.outline', { text: '' })
      return total
    },
  }
}
