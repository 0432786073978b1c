import { setTimeout as pause } from 'node:timers/promises'
import { type ForkedCore, forkCore } from '../../../support/coreFork'
import { createRandom } from '../../../support/random'
import { judge, recoverableJobs } from '../safety/audit'
import { startFaultyService } from '../safety/faultyService'
import { createPerson } from '../safety/person'
import { type CoreGiven, prepareCore } from './coreGiven'
import { createCoreLives } from './coreLives'
import { type DiskFindings, judgeDisk } from './diskFindings'
import { type DiskFault, faultSwitch, randomFaults, underFaults } from './faultInjection'
import { showAll } from './showing'

/** Waits of the core pass so many times faster. */
const speed = 10
/** In milliseconds. */
const timeouts = { paid: 8000, free: 2500 }
const hangMs = 60_000
/** How long the queue may take to come to rest once nothing fails any more, in milliseconds. */
const restMs = 180_000
/** How often the disk fails already while the core starts. */
const failingStarts = 0.2

export interface DiskPlan extends Pick<CoreGiven, 'folder' | 'program' | 'imaging'> {
  readonly seed: number
  /** Faults to be met, at least, while there is time. */
  readonly faults: number
  /** Lives to be ended, at least, while there is time: half of them by SIGKILL, half on purpose. */
  readonly lives: number
  /** Nothing is added after so long, in milliseconds. */
  readonly boundMs: number
}

/**
 * Lets a user queue batch after batch while the disk of the core fails by spells, and while the core is killed or
 * quits again and again; then lets everything come to its end on a sound disk, and judges what is left.
 */
export async function runDisk(plan: DiskPlan): Promise<DiskFindings> {
  const { folder, seed } = plan
  const random = createRandom(seed)
  const service = await startFaultyService(seed)
  const person = createPerson({ random, baseUrl: service.baseUrl })
  const startedAt = Date.now()
  const { program, given, env, notes, pipes } = await prepareCore({ ...plan, startedAt, speed, timeouts })
  const lives = createCoreLives({ person, random, notes, hangMs })

  const start = (faults: readonly DiskFault[] = []) =>
    forkCore(program.path, given, env, underFaults(pipes, faults))

  /** Spells of faults and of a sound disk, in turn. Returns what ends them, with the disk as it is then. */
  function weather({ pid, gone }: ForkedCore, faults: readonly DiskFault[]): () => Promise<void> {
    const disk = faultSwitch(pid, pipes, faults)
    const end = new AbortController()
    void gone.then(() => end.abort())
    const wait = (ms: number) => pause(ms, null, { signal: end.signal }).catch(() => null)
    async function spells(): Promise<void> {
      while (!end.signal.aborted) {
        await wait(random.whole(50, 700))
        if (!end.signal.aborted) await disk.set(randomFaults(random))
        await wait(random.whole(100, 1500))
        if (!end.signal.aborted) await disk.set([])
      }
    }
    const ended = spells()
    return () => {
      end.abort()
      return ended
    }
  }

  function isEnough(): boolean {
    if (Date.now() - startedAt > plan.boundMs) return true
    const { kills, quits } = lives.ends
    const met = lives.noted().filter((line) => line.startsWith('refused ')).length
    return kills + quits >= plan.lives && met >= plan.faults
  }

  try {
    while (!isEnough()) {
      const faults = random.chance(failingStarts) ? randomFaults(random) : []
      const core = start(faults)
      const until = performance.now() + random.whole(200, 6000)
      await lives.live(core, () => performance.now() > until, weather(core, faults))
    }
    await lives.liveUntilRest(start(), restMs)
    const ids = [...recoverableJobs(folder, service)]
    const last = start()
    await last.started
    if (ids.length > 0) await last.call('jobs.act', { ids, action: 'retryDownload' })
    const hidden = await showAll(last)
    await lives.liveUntilRest(last, restMs)
    const { promised } = person
    const { kills, quits } = lives.ends
    return {
      ...(await judge({ folder, service, promised, kills: kills + quits })),
      ...lives.ends,
      ...(await judgeDisk(folder)),
      notes: lives.noted(),
      hidden,
    }
  } finally {
    service.close()
  }
}
