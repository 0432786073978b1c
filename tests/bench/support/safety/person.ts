import { connectionDefaults } from '@shared/model/connection'
import type { ForkedCore } from '../../../support/coreFork'
import { goOn } from '../../../support/goOn'
import type { Random } from '../../../support/random'

const jobsInBatch = 8
const directAtOnce = 5

/** Who uses the app, whichever process it runs in. */
export interface Person {
  /** Jobs of each batch of which the queue said that it has it. */
  readonly promised: ReadonlyMap<string, number>
  /**
   * Looks once: connects the service when it is not, resumes what is held, answers what is asked about the queue, adds when
   * little waits. Tells whether the queue is at rest.
   */
  look(core: Pick<ForkedCore, 'call'>, isAdding: boolean): Promise<boolean>
}

export function createPerson({
  random,
  baseUrl,
}: {
  readonly random: Random
  /** Of the service. */
  readonly baseUrl: string
}): Person {
  const promised = new Map<string, number>()

  async function add({ call }: Pick<ForkedCore, 'call'>, connectionId: string): Promise<void> {
    const isDirect = random.chance(0.4)
    for (let left = isDirect ? directAtOnce : 1; left > 0; left--) {
      const draft = {
        prompt: `Batch ${promised.size} of a coast`,
        model: 'm',
        size: '',
        n: isDirect ? 1 : jobsInBatch,
        mode: isDirect ? ('direct' as const) : ('background' as const),
        image: [],
      }
      const { batchId, jobs } = await call('jobs.enqueue', { connectionId, draft, first: false })
      promised.set(batchId, jobs)
    }
  }

  async function connect({ call }: Pick<ForkedCore, 'call'>): Promise<void> {
    const draft = { ...connectionDefaults, name: 'Faulty', models: ['m'], baseUrl }
    await call('connections.save', { id: null, draft, apiKey: 'sk-bench' })
  }

  return {
    promised,
    async look(core, isAdding) {
      await goOn(core.call)
      const { counts, paused, question } = await core.call('queue.overview', { limit: 1 })
      // A seal that the disk refused is taken for a database that was put back: the queue is paused, and asked about.
      if (question !== null) await core.call('queue.answer', { send: true })
      if (paused) await core.call('queue.resume', null)
      const { connections } = await core.call('app.snapshot', null)
      if (connections.length === 0) await connect(core)
      for (const { id, hold } of connections) {
        if (hold !== null) await core.call('connections.resume', { id })
        if (isAdding && counts.waiting < jobsInBatch) await add(core, id)
      }
      return counts.waiting + counts.running === 0
    },
  }
}
