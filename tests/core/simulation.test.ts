import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases, isLong } from '../../scripts/testRun/cases'
import { buildWorld, liveHistories, tellRed } from '../simulation/simulation'
import type { RemovableProgram } from '../support/coreProgram'

const share = cases(24, 1000)

describe('a simulated world', () => {
  let program: RemovableProgram
  beforeAll(async () => {
    program = await buildWorld()
  })
  afterAll(() => program.remove())

  test('finds no fault in its histories, which in a long run nobody lived before', async () => {
    const first = isLong ? Date.now() % 1_000_000_000 : 1
    console.log(`histories ${first} to ${first + share - 1}`)
    const lived = await liveHistories(program, { from: first, count: share })
    const red = lived.filter(({ faults }) => faults.length > 0).map(tellRed)
    expect(red, red.join('\n')).toEqual([])
  })

  test('lives the same history for the same seed, byte for byte', async () => {
    const [first = [], second = []] = await Promise.all([
      liveHistories(program, { from: 8, count: 3 }),
      liveHistories(program, { from: 8, count: 3 }),
    ])
    expect(first.map(({ hash }) => hash)).toEqual(second.map(({ hash }) => hash))
    expect(new Set(first.map(({ hash }) => hash)).size).toBe(3)
  })

  test('finds a recovery that sends again what was under way', async () => {
    const planted = {
      module: 'electron/core/queue/engine/sending/recovery',
      by: 'tests/bench/support/safety/requeuingRecovery',
    }
    const faulty = await buildWorld([planted])
    try {
      const faults: string[] = []
      for (let from = 1; faults.length === 0 && from <= 1000; from += 10) {
        const lived = await liveHistories(faulty, { from, count: 10, whole: true })
        faults.push(...lived.flatMap((one) => one.faults))
      }
      expect(faults.join()).toMatch(/sent again|is sent while it is sending|were paid/)
    } finally {
      await faulty.remove()
    }
  })
})
