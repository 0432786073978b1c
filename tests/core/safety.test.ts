import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from '../../scripts/testRun/cases'
import { runSafety } from '../bench/support/safety/safetyRun'
import { builtEntry } from '../support/builtEntry'
import { type CoreProgram, coreProgram } from '../support/coreProgram'
import { temporaryFolder } from '../support/temporaryFolder'

const seed = 20260301
/** Each with a service of its own, at once: while one waits, another works. */
const profiles = 2
const killsOfProfile = cases(4, 60)

describe('a core that is killed at random on a service that fails in every way', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/bench/support/safety/coreProcess.ts')
  })

  test(`pays nothing twice and loses nothing (seed ${seed})`, async () => {
    const imaging = await builtEntry('imaging')
    const runs = Array.from({ length: profiles }, (_, at) =>
      runSafety({
        folder: temporaryFolder(),
        program,
        imaging,
        seed: seed + at,
        // However little a slow machine does between two kills.
        faults: 12,
        kills: killsOfProfile,
        boundMs: Number.POSITIVE_INFINITY,
      }),
    )
    for (const found of await Promise.all(runs)) {
      expect(found).toMatchObject({
        kills: killsOfProfile,
        remarks: [],
        lost: 0,
        repeated: 0,
        stopped: 0,
        unexplained: 0,
        missing: 0,
        stray: 0,
      })
      expect(found.uncertain).toBeLessThanOrEqual(found.uncertainAtMost)
      expect(found.states.get('done')).toBeGreaterThan(0)
    }
  })
})
