import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forkCore } from '../../../support/coreFork'
import type { CoreProgram } from '../../../support/coreProgram'
import { createRandom } from '../../../support/random'
import { judge } from '../safety/audit'
import { startFaultyService } from '../safety/faultyService'
import { createPerson } from '../safety/person'
import { type CoreGiven, prepareCore } from './coreGiven'
import { createCoreLives } from './coreLives'
import { type DiskFindings, judgeDisk } from './diskFindings'
import { mountSlowDrive } from './slowDrive'

/** In milliseconds. What is fetched goes to the slow disk too. */
const timeouts = { paid: 120_000, free: 60_000 }
const hangMs = 180_000
const restMs = 900_000
/** Each image takes a quarter of a minute to be saved. */
const mostJobs = 20
/** Of an operation, in milliseconds. */
const bounds = { least: 50, most: 3000 }

export interface SlowPlan extends Pick<CoreGiven, 'folder' | 'program' | 'imaging'> {
  /** The built program of the drive. */
  readonly drive: CoreProgram
  readonly seed: number
  /** Lives to be ended, half of them by SIGKILL. */
  readonly lives: number
  /** How long a life may be once it has started, in milliseconds. */
  readonly longestMs: number
  /** Nothing is added after so long, in milliseconds. */
  readonly boundMs: number
}

export interface SlowFindings extends DiskFindings {
  /** Of the disk, each with its wait. */
  readonly operations: number
}

/** The same on a disk that is sound, and slow in everything: profile and library are both on it. The service makes no faults. */
export async function runSlow(plan: SlowPlan): Promise<SlowFindings> {
  const { folder, drive: driveProgram, seed } = plan
  const random = createRandom(seed)
  const [at, root] = [join(folder, 'slow'), join(folder, 'root')]
  await mkdir(at)
  await mkdir(root)
  const service = await startFaultyService(seed, { isSound: true })
  const person = createPerson({ random, baseUrl: service.baseUrl })
  const startedAt = Date.now()
  const { program, given, env, notes } = await prepareCore({
    ...plan,
    startedAt,
    speed: 1,
    timeouts,
    home: at,
  })
  const lives = createCoreLives({ person, random, notes, hangMs, mostJobs })
  const drive = await mountSlowDrive(driveProgram, { at, root, seed, ...bounds })
  const start = () => forkCore(program.path, given, env)
  let operations = 0

  function isEnough(): boolean {
    const { kills, quits } = lives.ends
    return kills + quits >= plan.lives || Date.now() - startedAt > plan.boundMs
  }

  try {
    while (!isEnough()) {
      const ms = random.whole(plan.longestMs / 4, plan.longestMs)
      // From its first look on: the start alone may take a minute.
      let until = Number.NaN
      const isOver = () => {
        if (Number.isNaN(until)) until = performance.now() + ms
        return performance.now() > until
      }
      await lives.live(start(), isOver, async () => {})
    }
    await lives.liveUntilRest(start(), restMs)
    // What its quitting left in the spool goes with the next start.
    await lives.liveUntilRest(start(), restMs)
    operations = await drive.operations()
  } finally {
    await drive.unmount()
    service.close()
  }
  const { promised } = person
  const { kills, quits } = lives.ends
  return {
    ...(await judge({ folder: root, service, promised, kills: kills + quits })),
    ...lives.ends,
    ...(await judgeDisk(root)),
    notes: lives.noted(),
    hidden: 0,
    operations,
  }
}
