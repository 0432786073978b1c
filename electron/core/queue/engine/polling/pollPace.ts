import { hazardAt } from './taskEnds'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How many durations must be known before they decide when to poll. */
const learnedFrom = 20
/** Past this age a task is overdue while less is known. */
const unlearnedOverdueMs = 10 * minute
/** At least this, however quick the others were. */
const leastOverdueMs = minute
/**
 * How long a task may be unknown before it is polled less often: a service may answer before it has stored the task.
 */
const unknownGraceMs = minute
/** How many seconds of waiting one poll is worth. */
const pollCost = 0.15

/**
 * The share by which an interval varies, so that tasks sent together aren't polled together. Once durations are known,
 * it also finds out whether tasks have become quicker than the shortest of them.
 */
const jitter = { ramp: 0.15, learned: 0.05 }

/** Past this age, in milliseconds, a task is overdue: it no longer counts against the slots. */
export function overdueAfterMs(durations: readonly number[]): number {
  const known = 3 * (durations.at(-1) ?? 0)
  return Math.max(known, durations.length < learnedFrom ? unlearnedOverdueMs : leastOverdueMs)
}

/**
 * Milliseconds until a task is polled again. 1 s at first, growing with its age to 10 s. With 20 or more known
 * durations of its kind: at first until the shortest of them. After that, the interval at which polls and waiting
 * together cost least: sqrt(2 * cost / h) for a hazard h, but no longer than without known durations. Once the task is
 * overdue, or unknown for longer than a minute, the interval doubles up to an hour. `durations`: of its kind,
 * ascending; `random`: 0 to 1.
 */
export function pollIntervalMs(
  task: {
    /** Since it was sent. */
    readonly ageMs: number
    /**
     * Since this run of the app began to poll it. However old it seems, for example because of a wrong clock, it is
     * polled quickly at first.
     */
    readonly polledMs: number
    /** Since the service began to answer as if there were no such task; null if it knows the task. */
    readonly unknownForMs: number | null
  },
  durations: readonly number[],
  random: () => number,
): number {
  const { ageMs } = task
  const isLearned = durations.length >= learnedFrom
  // An interval as long as the whole overdue time so far: it doubles each time.
  const overdue = Math.max(0, ageMs - overdueAfterMs(durations))
  const unknown = Math.max(0, (task.unknownForMs ?? 0) - unknownGraceMs)
  const slowed = Math.min(hour, task.polledMs, Math.max(overdue, unknown))
  const usual = isLearned ? learnedMs(ageMs, durations) : rampMs(ageMs)
  const varied = isLearned ? jitter.learned : jitter.ramp
  return Math.max(usual, slowed) * (1 - varied + 2 * varied * random())
}

/**
 * Milliseconds until a task is polled again after this many refusals in a row, which nobody may ever deal with. It
 * doubles each time, up to an hour. `random` gives 0 to 1.
 */
export function refusedIntervalMs(refusals: number, random: () => number): number {
  return Math.min(hour, second * 2 ** refusals) * (1 - jitter.ramp + 2 * jitter.ramp * random())
}

/**
 * Milliseconds until one task of a held connection is polled to find out whether it may go on, after this many such
 * polls in vain: from a minute, doubling, up to an hour. `random` gives 0 to 1.
 */
export function probeIntervalMs(inVain: number, random: () => number): number {
  return Math.min(hour, minute * 2 ** inVain) * (1 - jitter.ramp + 2 * jitter.ramp * random())
}

function rampMs(ageMs: number): number {
  return clamp(second + 0.12 * ageMs, second, 10 * second)
}

function learnedMs(ageMs: number, durations: readonly number[]): number {
  const shortest = durations[0] ?? 0
  if (ageMs < shortest) return Math.max(second, shortest - ageMs)
  const cheapest = Math.sqrt((2 * pollCost) / (second * hazardAt(durations, ageMs))) * second
  return clamp(Math.min(cheapest, rampMs(ageMs)), second, 10 * second)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
