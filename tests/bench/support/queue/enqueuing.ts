import { join } from 'node:path'
import { groupRowsMaximum } from '@shared/model/queue'
import { startCore } from './core'
import { startService } from './service'

export interface Enqueuing {
  /** Milliseconds until each batch was durable and the window had its answer. */
  readonly batchMs: readonly number[]
  /** Longest time that the core was blocked, in milliseconds. */
  readonly longestTaskMs: number
}

/** Queues batch after batch of 1,000 while the queue sends and a window reads it. */
export async function enqueuing(
  program: string,
  plan: { readonly folder: string; readonly batches: number },
): Promise<Enqueuing> {
  const service = await startService(join(plan.folder, 'service'), { taskMs: 4000, slots: 16 })
  const core = await startCore(program, plan.folder, { baseUrl: service.baseUrl }, { watchesLoop: true })
  try {
    // A first one for the compiler, and for the HTTP client, which is loaded with the first request: as for a user who
    // has had the window open for a while.
    await core.enqueue({ n: 1, prompt: 'A study [fail]' })
    await core.untilDone()
    await core.probe()
    const batchMs: number[] = []
    for (let batch = 0; batch < plan.batches; batch++) {
      const started = performance.now()
      await core.enqueue({ n: 1000, prompt: 'A study of a coast [fail]' })
      batchMs.push(performance.now() - started)
      await core.call('queue.overview', { limit: groupRowsMaximum })
    }
    const { longestTaskMs } = await core.probe()
    return { batchMs, longestTaskMs }
  } finally {
    await core.kill()
    await service.stop()
  }
}
