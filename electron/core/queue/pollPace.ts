const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Past this age a task is overdue: it no longer counts against the slots. */
export const overdueAfterMs = 10 * minute
/** How long a task may be unknown before it is asked for less often: a service may answer before it has written it down. */
const unknownGraceMs = minute

/** Share by which an interval varies, so that tasks sent together are not asked for together. */
const jitter = 0.15

/**
 * Milliseconds until a task is asked for again. 1 s at first, growing with its age to 10 s; once it is overdue, or
 * unknown for longer than a minute, the interval doubles up to an hour. `random` gives 0 to 1.
 */
export function pollIntervalMs(
  task: {
    /** Since it was sent. */
    readonly ageMs: number
    /** Since the service answers as if there were no such task; null when it knows it. */
    readonly unknownForMs: number | null
  },
  random: () => number,
): number {
  const ramp = clamp(second + 0.12 * task.ageMs, second, 10 * second)
  // An interval as long as all before it together is one that doubles.
  const overdue = task.ageMs > overdueAfterMs ? task.ageMs - overdueAfterMs : 0
  const unknown =
    task.unknownForMs !== null && task.unknownForMs > unknownGraceMs ? task.unknownForMs - unknownGraceMs : 0
  const slowed = Math.min(hour, Math.max(overdue, unknown))
  return Math.max(ramp, slowed) * (1 - jitter + 2 * jitter * random())
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
