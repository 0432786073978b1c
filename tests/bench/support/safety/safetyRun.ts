import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ForkedCore, forkCore } from '../../../support/coreFork'
import type { CoreProgram } from '../../../support/coreProgram'
import { certificate } from '../../../support/loopbackCertificate'
import { createRandom } from '../../../support/random'
import { type Findings, judge, recoverableJobs } from './audit'
import { startFaultyService } from './faultyService'
import { randomMoment } from './killPlan'
import { createPerson } from './person'

/** How many times faster the core's waits pass. */
const speed = 10
/** In milliseconds. For paid requests it is longer than anything takes on a busy machine: only a hang reaches it. */
const timeouts = { paid: 60_000, free: 10_000 }
/** Share of the connections to the service that are refused. */
const refused = 0.06
/** How often the user checks the queue. */
const lookMs = 100
/** How long the queue may take to come to rest once nothing is added any more. */
const restMs = 600_000

export interface SafetyPlan {
  /** A folder of its own, made and removed by the caller. */
  readonly folder: string
  readonly program: CoreProgram
  /** Path of the built imaging entry. */
  readonly imaging: string
  readonly seed: number
  /** At least this many, if there is time. */
  readonly faults: number
  readonly kills: number
  /** After this many milliseconds nothing more is added. */
  readonly boundMs: number
}

/**
 * Lets a user queue batch after batch on a faulty service, while the core is killed and started again and again.
 * Then lets the queue come to rest and judges the result.
 */
export async function runSafety(plan: SafetyPlan): Promise<Findings> {
  const { folder, program, imaging, seed } = plan
  const random = createRandom(seed)
  const service = await startFaultyService(seed)
  const { promised, look } = createPerson({ random, baseUrl: service.baseUrl })
  const startedAt = Date.now()
  const trusted = join(folder, 'trusted.pem')
  await writeFile(trusted, certificate)
  const start = () =>
    forkCore(
      program.path,
      { folder, imaging, startedAt, speed, timeouts, refused, seed: random.whole(0, 2 ** 32 - 1) },
      { NODE_EXTRA_CA_CERTS: trusted },
    )
  const injected = () => [...service.faults.values()].reduce((sum, count) => sum + count, 0)
  const isEnough = () => injected() >= plan.faults || Date.now() - startedAt > plan.boundMs
  let kills = 0

  async function livesUntilKilled(): Promise<void> {
    const core = start()
    let isKilled = false
    const killed = randomMoment(random, service, core.started).then(() => {
      isKilled = true
      return core.kill()
    })
    try {
      await core.started
      for (;;) {
        await look(core, true)
        await pause(lookMs)
      }
    } catch (problem) {
      if (!isKilled) throw problem
    }
    await killed
    kills += 1
  }

  /** Lives on until the queue is at rest, or until `restMs` have passed since it stopped adding. */
  async function livesUntilRest(core: ForkedCore): Promise<void> {
    await core.started
    while (!isEnough()) {
      await look(core, true)
      await pause(lookMs)
    }
    const end = performance.now() + restMs
    while (!(await look(core, false)) && performance.now() < end) await pause(lookMs)
    await core.kill()
  }

  try {
    while (kills < plan.kills && Date.now() - startedAt < plan.boundMs) await livesUntilKilled()
    await livesUntilRest(start())
    const asked = recoverableJobs(folder, service)
    if (asked.length > 0) {
      const core = start()
      await core.started
      await core.call('jobs.act', { ids: [...asked], action: 'retryDownload' })
      await livesUntilRest(core)
    }
    return await judge({ folder, service, promised, kills })
  } finally {
    service.close()
  }
}
