import type { Clock } from './ports'

/** Stands for a result that didn't come in time. */
export const late = Symbol('late')

/**
 * The result of some work, or `late` if it takes longer than `ms`. The work continues: a file system that doesn't
 * answer, for example a disconnected network drive, can't be interrupted.
 */
export async function within<T>(
  clock: Pick<Clock, 'limit'>,
  ms: number,
  work: Promise<T>,
): Promise<T | typeof late> {
  let cancel = () => {}
  const time = new Promise<typeof late>((resolve) => {
    cancel = clock.limit(ms, () => resolve(late))
  })
  try {
    return await Promise.race([work, time])
  } finally {
    cancel()
  }
}
