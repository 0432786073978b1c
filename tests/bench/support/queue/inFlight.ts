import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoModels } from '@shared/processes/demo'
import { eventually } from '../../../support/eventually'
import { startCore } from './core'
import { runPeer } from './peer'
import { type BenchService, serviceKey, startService } from './service'

export interface InFlightPlan {
  /** A folder of its own, made and removed by the caller. */
  readonly folder: string
  readonly tasks: number
  /** The bucket's rate. */
  readonly pollsPerSecond: number
  readonly seconds: number
}

export interface InFlight {
  readonly polls: number
  /** CPU milliseconds per poll, of the core and of a process that only fetches the same bytes. */
  readonly cpuMs: number
  readonly bareCpuMs: number
  /** Timers waiting at once, beyond those of an idle core. */
  readonly timers: number
  /** Whether the database was written. */
  readonly wrote: boolean
}

/** Longer than anyone waits: nothing changes at the service, so that every poll is unchanged. */
const taskMs = 30 * 24 * 3_600_000

/**
 * Lets the core hold many tasks for a while; meanwhile `bare` polls the same service for one of them at the same rate.
 */
export async function inFlight(
  programs: { readonly core: string; readonly bare: string },
  plan: InFlightPlan,
): Promise<InFlight> {
  const { folder, tasks, pollsPerSecond, seconds } = plan
  const service = await startService(join(folder, 'service'), { taskMs, slots: 1 })
  const core = await startCore(programs.core, folder, {
    baseUrl: service.baseUrl,
    backgroundSlots: tasks,
    pollsPerSecond,
  })
  try {
    await core.probe()
    const idle = await core.probe()
    // Tasks that fail in the end are not drawn, which leaves the processor to what is measured.
    await core.enqueue({ n: tasks, prompt: 'A study of a coast [fail]' })
    // The first poll of each task brings news: no image is done yet. The second finds that already written.
    await eventually(async () => (await leastPolls(service, tasks)) >= 2, {
      timeoutMs: 600_000,
      what: 'two polls of every task',
    })
    const log = () => stat(join(folder, 'profile/cyanotype.db-wal'))
    // So that everything written about the last of them has reached the database.
    await pause(1000)
    const [target] = await service.tasks()
    const before = {
      ...(await core.probe()),
      polls: (await service.polls()).filter(({ taskId }) => taskId !== target?.id).length,
      log: await log(),
    }
    const bare = runPeer(programs.bare, {
      baseUrl: service.baseUrl,
      apiKey: serviceKey,
      model: demoModels[0],
      path: `/api/v1/images/tasks/${target?.id}`,
      perSecond: pollsPerSecond,
      seconds,
    })
    await pause(seconds * 1000)
    const after = { ...(await core.probe()), log: await log() }
    const asked = await service.polls()
    const polls = asked.filter(({ taskId }) => taskId !== target?.id).length - before.polls
    return {
      polls,
      cpuMs: (after.cpuMs - before.cpuMs) / polls,
      bareCpuMs: await bare,
      timers: after.timers - idle.timers,
      wrote: after.log.mtimeMs !== before.log.mtimeMs || after.log.size !== before.log.size,
    }
  } finally {
    await core.kill()
    await service.stop()
  }
}

/** How often the task was polled that was polled least; 0 until every task was. */
async function leastPolls(service: BenchService, tasks: number): Promise<number> {
  const counts = new Map<string, number>()
  for (const { taskId } of await service.polls()) counts.set(taskId, (counts.get(taskId) ?? 0) + 1)
  return counts.size < tasks ? 0 : Math.min(...counts.values())
}
