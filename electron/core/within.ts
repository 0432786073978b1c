import type { Clock } from './ports'

/** Stands for what did not come in time. */
export const late = Symbol('late')

/**
 * What some work comes to, or `late` when that takes longer than `ms`. The work goes on: a file system that does
 * not answer, for example a network drive that is away, can't be interrupted.
 */
export async function within<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
): Promise<T | typeof late> {
  let cancel = () => {}
  const time = new Promise<typeof late>((resolve) => {
    cancel = clock.after(ms, () => resolve(late))
  })
  try {
    return await Promise.race([work, time])
  } finally {
    cancel()
  }
}
