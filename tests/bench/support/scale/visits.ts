import { largeCommands, largeReadings, readings, smallCommands } from './calls'
import type { Visit } from './measuring'
import type { Group } from './rows'
import { tableCalls } from './tableCalls'
import { usualPlan } from './world'

const minute = 60_000
const hour = 60 * minute
const demo = { taskMs: 3000, slots: 8 }

/** A queue and a library of this many rows, in which everything is pressed. */
export const usualVisit = (rows: number, isWhole: boolean): Visit => ({
  title: `${rows} rows`,
  plan: usualPlan(rows),
  demo,
  isWhole,
  idleMs: isWhole ? 5_000 : 1_000,
  calls: (world) => [
    ...readings(world),
    ...(isWhole ? [...smallCommands(world), ...tableCalls(world)] : []),
    ...largeCommands(world),
  ],
})

/** All rows in one state: what the usual queue has little of. */
function extreme(
  title: string,
  group: Omit<Group, 'name'>,
  options: { readonly paused?: boolean } = {},
): Visit {
  return {
    title,
    plan: { groups: [{ name: title, ...group }], images: 0, feed: 0, ...options },
    demo,
    isWhole: false,
    idleMs: 2_000,
    calls: (world) => largeReadings(world, title),
  }
}

export const extremeVisits = (rows: number): readonly Visit[] => [
  extreme(`${rows} asked about`, { state: 'queued', jobs: rows, batches: 1, age: 20 * hour }),
  extreme(`${rows} failed today`, { state: 'failed', jobs: rows, batches: 1, age: 20 * minute }),
  extreme(`${rows} uncertain`, { state: 'uncertain', jobs: rows, batches: 5, age: 8 * hour, outages: 5 }),
  extreme(
    `${rows / 10} batches waiting`,
    { state: 'queued', jobs: rows / 10, batches: rows / 10, age: minute },
    { paused: true },
  ),
]
