import { join } from 'node:path'
import { startCore } from './core'
import { startService } from './service'

/** What it took to learn that tasks had ended, as seen by the service. */
export interface TaskPolls {
  readonly polls: number
  /** From the end of the task to the next poll, as a share of the task's duration. */
  readonly lag: number
}

export interface PollingPlan {
  /** A folder of its own, made and removed by the caller. */
  readonly folder: string
  readonly jobs: number
  readonly inFlight: number
  /** Median, in milliseconds. */
  readonly taskMs: number
  readonly spread: number
}

/** Every task, in the order they were accepted. */
export async function polling(program: string, plan: PollingPlan): Promise<readonly TaskPolls[]> {
  const { folder, jobs, inFlight, taskMs, spread } = plan
  const service = await startService(join(folder, 'service'), { taskMs, spread, slots: inFlight })
  const core = await startCore(program, folder, { baseUrl: service.baseUrl, backgroundSlots: inFlight })
  try {
    await core.enqueue({ n: jobs })
    await core.untilDone()
  } finally {
    await core.kill()
    await service.stop()
  }
  const polls = new Map<string, number[]>()
  for (const { taskId, at } of await service.polls()) polls.set(taskId, [...(polls.get(taskId) ?? []), at])
  return (await service.tasks()).map(({ id, createdAt, endsAt }) => {
    const asked = polls.get(id) ?? []
    const seen = asked.find((at) => at >= endsAt)
    if (seen === undefined) throw new Error('a task was done that nobody asked for')
    return { polls: asked.length, lag: (seen - endsAt) / (endsAt - createdAt) }
  })
}
