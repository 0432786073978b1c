import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode } from '@shared/model/draft'
import { demoModels } from '@shared/processes/demo'
import { startCore } from './core'
import { runPeer } from './peer'
import { idealMs, serviceKey, startService } from './service'

export interface Makespan {
  /** Milliseconds until every image is on the disk. */
  readonly ms: number
  /** The minimum: with a service whose slots are never idle. */
  readonly idealMs: number
  /** The part of `ms` after the last task ended. */
  readonly lastMs: number
  /** On average. */
  readonly pollsPerTask: number
}

export interface MakespanPlan {
  /** A folder of its own, made and removed by the caller. */
  readonly folder: string
  readonly jobs: number
  readonly mode: Mode
  /** The service's slots. */
  readonly slots: number
  /** Requests or tasks at once. */
  readonly inFlight: number
}

const taskMs = 4000

interface Work {
  readonly ms: number
  /** Milliseconds since the epoch. */
  readonly endedAt: number
}

async function onService(plan: MakespanPlan, work: (baseUrl: string) => Promise<Work>): Promise<Makespan> {
  const { slots } = plan
  const service = await startService(join(plan.folder, 'service'), { taskMs, slots })
  try {
    await warmUp(service.baseUrl)
    const { ms, endedAt } = await work(service.baseUrl)
    const tasks = (await service.tasks()).slice(1)
    const polls = await service.polls()
    return {
      ms,
      idealMs: idealMs(tasks, slots),
      lastMs: endedAt - Math.max(...tasks.map(({ endsAt }) => endsAt)),
      pollsPerTask: polls.length / tasks.length,
    }
  } finally {
    await service.stop()
  }
}

/** One task, so that what the service loads for its first drawing isn't measured. */
async function warmUp(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'aurora-2-fast', prompt: 'A study of a coast' }),
  })
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
  await answer.arrayBuffer()
}

/** With the app's core. */
export function appMakespan(program: string, plan: MakespanPlan): Promise<Makespan> {
  const { folder, jobs, mode, inFlight } = plan
  return onService(plan, async (baseUrl) => {
    const core = await startCore(program, folder, {
      baseUrl,
      backgroundSlots: inFlight,
      directSlots: inFlight,
    })
    try {
      const started = performance.now()
      // One direct request yields n images, and each request is queued separately.
      if (mode === 'background') await core.enqueue({ n: jobs })
      else for (let job = 0; job < jobs; job++) await core.enqueue({ mode })
      await core.untilDone()
      const done = { ms: performance.now() - started, endedAt: Date.now() }
      const images = await core.images()
      if (images !== jobs) throw new Error(`${images} images of ${jobs} jobs`)
      return done
    } finally {
      await core.kill()
    }
  })
}

/** With a script. */
export async function scriptMakespan(program: string, plan: MakespanPlan): Promise<Makespan> {
  const { jobs, inFlight } = plan
  const folder = join(plan.folder, 'images')
  await mkdir(folder, { recursive: true })
  return onService(plan, async (baseUrl) => {
    const given = { baseUrl, apiKey: serviceKey, model: demoModels[0], jobs, inFlight, folder }
    return { ms: await runPeer(program, given), endedAt: Date.now() }
  })
}
