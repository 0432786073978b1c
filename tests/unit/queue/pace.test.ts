import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostLikelyDone } from '../../../electron/core/queue/engine/polling/likelyDone'
import type { PolledTask } from '../../../electron/core/queue/engine/polling/polledTasks'
import { overdueAfterMs, pollIntervalMs } from '../../../electron/core/queue/engine/polling/pollPace'
import type { TaskKind } from '../../../electron/core/queue/engine/polling/taskDurations'
import { chanceOfEnd, hazardAt } from '../../../electron/core/queue/engine/polling/taskEnds'

const middle = () => 0.5
const second = 1000
const minute = 60 * second
const running = (ageMs: number) => ({ ageMs, polledMs: ageMs, unknownForMs: null })

describe('the interval between polls', () => {
  test.each([
    [0, 1000],
    [10_000, 2200],
    [75_000, 10_000],
    [9 * minute, 10_000],
  ])('at an age of %i ms is %i ms while few durations are known', (ageMs, expected) => {
    const few = Array.from({ length: 19 }, () => 1000)
    expect(pollIntervalMs(running(ageMs), few, middle)).toBeCloseTo(expected)
  })

  test('doubles once the task is overdue, up to an hour', () => {
    let ageMs = 10 * minute + 10_000
    const intervals = []
    for (let poll = 0; poll < 14; poll++) {
      const interval = pollIntervalMs(running(ageMs), [], middle)
      intervals.push(interval)
      ageMs += interval
    }
    expect(intervals.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(intervals.at(-1)).toBe(60 * minute)
  })

  test('starts short and doubles again, for an old task that this run resumed', () => {
    const day = 24 * 60 * minute
    const at = (polledMs: number) => pollIntervalMs({ ...running(day), polledMs }, [], middle)
    expect([0, 10_000, 20_000, 40_000].map(at)).toEqual([10_000, 10_000, 20_000, 40_000])
    expect(at(day)).toBe(60 * minute)
  })

  test('stays quick for a minute in which the task is unknown, then slows', () => {
    expect(pollIntervalMs({ ...running(5000), unknownForMs: 59_000 }, [], middle)).toBeLessThan(2000)
    expect(pollIntervalMs({ ...running(12 * minute), unknownForMs: 11 * minute }, [], middle)).toBe(
      10 * minute,
    )
  })

  test('varies by 15 percent and stays within its bounds', () => {
    const task = fc.record({
      ageMs: fc.integer({ min: 0, max: 30 * 24 * 60 * minute }),
      polledMs: fc.integer({ min: 0, max: 30 * 24 * 60 * minute }),
      unknownForMs: fc.option(fc.integer({ min: 0, max: 48 * 60 * minute })),
    })
    const known = fc.array(fc.integer({ min: 0, max: 60 * minute }), { maxLength: 100 })
    fc.assert(
      fc.property(task, known, fc.double({ min: 0, max: 1, noNaN: true }), (given, durations, random) => {
        const ascending = durations.sort((a, b) => a - b)
        const ms = pollIntervalMs(given, ascending, () => random)
        expect(ms).toBeGreaterThanOrEqual(850)
        expect(ms).toBeLessThanOrEqual(1.15 * 60 * minute)
      }),
    )
  })
})

describe('the interval between polls, with known durations', () => {
  const evenly = Array.from({ length: 41 }, (_, at) => 30 * second + at * 500)
  const interval = (ageMs: number, durations = evenly) => pollIntervalMs(running(ageMs), durations, middle)

  test('lasts until the shortest of them, at least a second', () => {
    expect(interval(0)).toBe(30 * second)
    expect(interval(10 * second)).toBe(20 * second)
    expect(interval(29.8 * second)).toBe(second)
    expect(
      interval(
        0,
        Array.from({ length: 20 }, () => 300),
      ),
    ).toBe(second)
  })

  test('follows the hazard: shorter the more tasks end', () => {
    const ages = [35, 40, 45, 48].map((age) => interval(age * second))
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    // At 40 s one in 20 of those left ends every 0.5 s: sqrt(0.3 / 0.1) s.
    expect(interval(40 * second) / second).toBeCloseTo(Math.sqrt(3), 0)
  })

  test('is never longer than without them', () => {
    const twoKinds = [...evenly.map(() => 4 * second), ...evenly.map(() => 120 * second)]
    expect(interval(10 * second, twoKinds)).toBeCloseTo(2.2 * second)
    expect(interval(80 * second, twoKinds)).toBeLessThanOrEqual(10 * second)
  })

  test('needs about nine polls per task and a lag of three percent for a median of 40 s', () => {
    const random = mulberry(7)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const known: number[] = []
    let polls = 0
    const lags: number[] = []
    for (let task = 0; task < 700; task++) {
      const duration = 40 * second * Math.exp(0.35 * normal())
      const durations = known.slice(-100).sort((a, b) => a - b)
      let ageMs = 0
      let asked = 0
      while (ageMs < duration) {
        ageMs += pollIntervalMs(running(ageMs), durations, random)
        asked++
      }
      known.push(ageMs)
      if (task < 200) continue
      polls += asked
      lags.push((ageMs - duration) / duration)
    }
    expect(polls / lags.length).toBeLessThanOrEqual(10)
    expect(lags.sort((a, b) => a - b)[lags.length / 2]).toBeLessThanOrEqual(0.04)
  })
})

/** Random numbers determined by a seed. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('a task is overdue', () => {
  test('after 10 minutes, or three times the longest known duration, while few are known', () => {
    expect(overdueAfterMs([])).toBe(10 * minute)
    expect(overdueAfterMs([second])).toBe(10 * minute)
    expect(overdueAfterMs([20 * minute])).toBe(60 * minute)
  })

  test('after three times the longest, at least a minute, once 20 are known', () => {
    const known = (longest: number) => [...Array.from({ length: 19 }, () => second), longest]
    expect(overdueAfterMs(known(2 * minute))).toBe(6 * minute)
    expect(overdueAfterMs(known(4 * second))).toBe(minute)
  })
})

describe('the end of a task', () => {
  test('is likelier the more tasks ended between two ages', () => {
    const durations = [10, 20, 30, 40]
    expect(chanceOfEnd(durations, 10, 10)).toBe(0)
    expect(chanceOfEnd(durations, 11, 19)).toBe(0)
    expect(chanceOfEnd(durations, 10, 20)).toBeCloseTo(1 / 4)
    expect(chanceOfEnd(durations, 10, 30)).toBeCloseTo(2 / 4)
  })

  test('is as likely as not by twice the age, past the longest and when nothing is known', () => {
    expect(chanceOfEnd([10, 20], 50, 100)).toBeCloseTo(0.5)
    expect(chanceOfEnd([], 50, 100)).toBeCloseTo(0.5)
    expect(hazardAt([10, 20], 100)).toBeCloseTo(1 / 100)
  })

  test('has the hazard of the durations that come next', () => {
    const constant = Array.from({ length: 100 }, (_, at) => -1000 * Math.log(1 - (at + 0.5) / 100))
    const ascending = constant.toSorted((a, b) => a - b)
    for (const age of [200, 500, 1000]) {
      expect(hazardAt(ascending, age)).toBeGreaterThan(0.7 / 1000)
      expect(hazardAt(ascending, age)).toBeLessThan(1.4 / 1000)
    }
  })
})

describe('when the bucket is short', () => {
  const slow = { connectionId: 'c', model: 'slow', mode: 'background' } as const
  const quick = { connectionId: 'c', model: 'quick', mode: 'background' } as const
  const durations = {
    of: (kind: TaskKind) =>
      Array.from({ length: 20 }, (_, at) => (kind === slow ? 300 : 30) * second + at * 500),
  }
  const polled = (jobId: string, kind: TaskKind, seenAt: number, dueAt: number): PolledTask => ({
    jobId,
    kind,
    startedAt: 0,
    polledFrom: 0,
    seenAt,
    plannedMs: 0,
    dueAt,
    failures: 0,
    failingSince: null,
    claim: null,
    astray: null,
    place: 0,
    polls: null,
    underway: false,
    withLatestKey: false,
    acceptedKey: null,
    refusal: null,
    known: null,
  })

  test('the task goes first that has most likely ended since its last poll', () => {
    const now = 36 * second
    const tasks = [
      polled('hardly', slow, 30 * second, 31 * second),
      polled('hardly, waits long', slow, 5 * second, 6 * second),
      polled('perhaps', quick, 35 * second, 35.5 * second),
      polled('not at all', slow, 36 * second, 35 * second),
      polled('likely', quick, 25 * second, 35.5 * second),
    ]
    const first = (count: number) => mostLikelyDone(tasks, count, durations, now).map(({ jobId }) => jobId)
    expect(first(1)).toEqual(['likely'])
    expect(first(3)).toEqual(['likely', 'perhaps', 'hardly, waits long'])
    expect(first(5)).toHaveLength(5)
    expect(first(0)).toEqual([])
  })
})
