import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { AppFailure } from '@shared/errors'
import type { ForkedCore } from '../../../support/coreFork'
import type { Random } from '../../../support/random'
import type { Person } from '../safety/person'
import { refusedToStart, stopRoute } from './diskCore'
import type { LifeEnds } from './diskFindings'

/** How often the user looks at the queue. */
const lookMs = 50

class Hanging extends Error {}

/** Lives of a core on a disk that gives it trouble, one after the other, and how each ended. */
export interface CoreLives {
  readonly ends: LifeEnds
  /** Lives while the user adds and `isOver` is false; then it is killed or quits, by chance. `atEnd` ends what is done to its disk. */
  live(core: ForkedCore, isOver: () => boolean, atEnd: () => Promise<void>): Promise<void>
  /** Lives without anything new until the queue is at rest, then quits. `restMs`: how long that may take. */
  liveUntilRest(core: ForkedCore, restMs: number): Promise<void>
  /** What the processes noted, oldest first. */
  noted(): readonly string[]
}

export function createCoreLives(options: {
  readonly person: Person
  readonly random: Random
  /** The file of the notes. */
  readonly notes: string
  /** A core that answers nothing for so long hangs, and so does one that does not quit, in milliseconds. */
  readonly hangMs: number
  /** The user adds no more jobs than about so many; default any number. */
  readonly mostJobs?: number
}): CoreLives {
  const { person, random, notes, hangMs, mostJobs = Number.POSITIVE_INFINITY } = options
  const ends = { kills: 0, quits: 0, refusedStarts: 0, byItself: 0, hangs: 0 }

  const isAdding = () => [...person.promised.values()].reduce((sum, jobs) => sum + jobs, 0) < mostJobs

  async function inTime<T>(work: Promise<T>): Promise<T> {
    const end = new AbortController()
    const late = pause(hangMs, null, { signal: end.signal }).then(() => {
      throw new Hanging('no answer')
    })
    // Once the work is done nobody waits for it any more.
    late.catch(() => {})
    try {
      return await Promise.race([work, late])
    } finally {
      end.abort()
    }
  }

  /** What the disk refuses is answered; the user tries again later. */
  async function look(core: ForkedCore, adds: boolean): Promise<boolean> {
    try {
      return await inTime(person.look(core, adds))
    } catch (problem) {
      if (problem instanceof AppFailure) return false
      throw problem
    }
  }

  /** Whatever its disk does meanwhile. */
  async function quit(core: ForkedCore): Promise<void> {
    const timer = setTimeout(() => void core.kill(), hangMs)
    await core.handle(stopRoute, null).catch(() => null)
    core.disconnect()
    const { code } = await core.gone
    clearTimeout(timer)
    if (code === 0) ends.quits += 1
    else if (code === null) ends.hangs += 1
    else ends.byItself += 1
  }

  async function kill(core: ForkedCore): Promise<void> {
    await core.kill()
    ends.kills += 1
  }

  /** Nobody asked it to end, or it does not answer. */
  async function count(core: ForkedCore, problem: unknown): Promise<void> {
    if (problem instanceof Hanging) {
      ends.hangs += 1
      return core.kill()
    }
    const { code } = await core.gone
    if (code === refusedToStart) ends.refusedStarts += 1
    else ends.byItself += 1
  }

  return {
    ends,
    async live(core, isOver, atEnd) {
      try {
        await inTime(core.started)
        while (!isOver()) {
          await look(core, isAdding())
          await pause(lookMs)
        }
      } catch (problem) {
        await atEnd()
        return count(core, problem)
      }
      await atEnd()
      await (random.chance(0.5) ? quit(core) : kill(core))
    },
    async liveUntilRest(core, restMs) {
      try {
        await inTime(core.started)
        const end = performance.now() + restMs
        while (!(await look(core, false)) && performance.now() < end) await pause(lookMs)
      } catch (problem) {
        return count(core, problem)
      }
      await quit(core)
    },
    noted: () =>
      readFileSync(notes, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  }
}
