import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionDefaults } from '@shared/model/connection'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDemoService } from '../../electron/core/connections/demoService'
import { cases } from '../../scripts/testRun/cases'
import { waitMs } from '../../scripts/testRun/patience'
import { builtEntry } from '../support/builtEntry'
import { childProcesses } from '../support/childProcesses'
import type { ForkedCore } from '../support/coreFork'
import { type CoreProgram, coreProgram } from '../support/coreProgram'
import { auditDemo } from '../support/demoAudit'
import { eventually } from '../support/eventually'
import { goOn } from '../support/goOn'
import { createRandom, type Random } from '../support/random'
import { temporaryFolder } from '../support/temporaryFolder'
import { forkTestedCore } from '../support/testedCore'
import { memoryLogger } from '../support/testPorts'

const seed = 20260301
/** Each with a service of its own, at once: while one waits, another works. */
const profiles = cases(2, 4)
const killsOfProfile = cases(4, 50)
/** How often, in milliseconds, and how many times the user looks at the queue in one run. */
const lookMs = 60
const longestLife = 8
/** A run that is to be killed while its core starts ends no later than this after it was forked. */
const longestStartMs = 600

/** What the demo service makes of a prompt is described in its `script.ts`. */
const words = [
  '',
  '',
  '',
  '',
  '[429]',
  '[429]',
  '[drop]',
  '[html]',
  '[rubbish]',
  '[500]',
  '[refuse]',
  '[fail]',
] as const
const modes = ['background', 'background', 'background', 'direct'] as const

let program: CoreProgram
beforeAll(async () => {
  program = await coreProgram('tests/bench/support/safety/coreProcess.ts')
})

/** The demo service in a process of its own, which outlives every kill of a core. */
async function startDemo(folder: string): Promise<string> {
  const processes = await childProcesses()
  await mkdir(folder)
  const places = { profile: folder, defaultLibrary: folder }
  const options = { key: 'sk-bench', taskMs: 120, slots: 8 }
  const demo = createDemoService({ processes, places, logger: memoryLogger(), options })
  onTestFinished(async () => {
    await demo.stop()
    await processes.stop()
  })
  return (await demo.start()).baseUrl
}

/** Looks once, as a user would. Returns whether anything is still under way. */
async function look(
  { call }: ForkedCore,
  baseUrl: string,
  random: Random,
  isAdding: boolean,
): Promise<boolean> {
  await goOn(call)
  const { counts } = await call('queue.overview', { limit: 1 })
  const { connections } = await call('app.snapshot', null)
  const draft = { ...connectionDefaults, name: 'Demo', models: ['aurora-2'], baseUrl }
  if (connections.length === 0) await call('connections.save', { id: null, draft, apiKey: 'sk-bench' })
  for (const { id, hold } of connections) {
    if (hold !== null) await call('connections.resume', { id })
    if (!isAdding || counts.waiting >= 6) continue
    for (let batch = 0; batch < 3; batch++) {
      const prompt = `a boat ${random.pick(words)}`.trim()
      const request = {
        prompt,
        model: 'aurora-2',
        size: '',
        n: random.whole(1, 2),
        mode: random.pick(modes),
        image: [],
      }
      await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
    }
  }
  return counts.waiting + counts.running > 0
}

/** Starts a profile and kills it again and again, then lets it come to rest. */
async function killAgainAndAgain(seedOfProfile: number) {
  const random = createRandom(seedOfProfile)
  const folder = temporaryFolder()
  const demoFolder = join(folder, 'service')
  const baseUrl = await startDemo(demoFolder)
  const imaging = await builtEntry('imaging')
  const startedAt = Date.now()
  // The network's time is not faster. Nothing hangs: they only keep a broken run from never ending.
  const timeouts = { paid: waitMs, free: waitMs }
  const start = () => {
    const core = forkTestedCore(program.path, {
      folder,
      imaging,
      startedAt,
      speed: 5,
      timeouts,
      refused: 0.05,
      seed: random.whole(0, 1e9),
    })
    return core
  }

  for (let kills = 0; kills < killsOfProfile; kills++) {
    const core = start()
    const whileItStarts = random.chance(0.2)
    if (!whileItStarts) {
      await core.started
      for (let looks = random.whole(0, longestLife); looks > 0; looks--) {
        await look(core, baseUrl, random, true)
        await pause(lookMs)
      }
    }
    // Cut short by the kill, most times.
    const lastLook = whileItStarts ? core.started : look(core, baseUrl, random, true)
    await Promise.all([
      lastLook.catch(() => undefined),
      pause(random.whole(0, whileItStarts ? longestStartMs : lookMs)).then(core.kill),
    ])
  }

  const last = start()
  await last.started
  await eventually(async () => !(await look(last, baseUrl, random, false)), {
    what: 'a queue at rest',
  })
  await last.kill()
  return auditDemo({ profile: join(folder, 'profile'), library: join(folder, 'library') }, demoFolder)
}

test(`a core that is killed again and again pays nothing twice and loses nothing (seed ${seed})`, async () => {
  const audits = await Promise.all(Array.from({ length: profiles }, (_, at) => killAgainAndAgain(seed + at)))
  expect(audits.flatMap(({ faults }) => faults)).toEqual([])
  // In each mode at most this many requests lack an answer at the same time.
  const interruptedAtMost = killsOfProfile * (4 + connectionDefaults.directSlots)
  for (const { interrupted } of audits) expect(interrupted).toBeLessThanOrEqual(interruptedAtMost)
  expect(audits.some(({ states }) => (states.done ?? 0) > 0)).toBe(true)
})
