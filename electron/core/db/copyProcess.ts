import { backupMessageSchema } from '@shared/processes/backup'
import type { ChildChannel, Clock, Processes } from '../ports'
import { within } from '../within'

/**
 * How many milliseconds the process may take to read the database, to check its copy, and to end after it is killed.
 */
const limits = { read: 120_000, check: 600_000, gone: 5_000 }

/** A copy of the database, made and checked by a separate process. */
export interface CopyUnderWay {
  /** Resolves once the database is no longer being read. */
  readonly read: Promise<void>
  /**
   * Null if the copy is durable and sound. Otherwise the reason: what the process reported, `late`, `ended` or the
   * argument of `giveUp`. By then the process is gone, unless it can't be ended: rejects if the system refuses that.
   */
  readonly end: Promise<string | null>
  /** Ends it, if it hasn't ended yet. */
  giveUp(cause: string): void
}

/**
 * Closing a second descriptor of the database in our own process would release SQLite's locks, so another process reads
 * the file. Nothing may be written to the file until it has been read.
 */
export function startCopy(deps: {
  readonly processes: Processes
  readonly clock: Pick<Clock, 'limit'>
  /** The database, and the copy: absolute. */
  readonly from: string
  readonly to: string
}): CopyUnderWay {
  const { processes, clock, from, to } = deps
  const channel = processes.start('backup', [from, to])
  const read = settleable<void>()
  const result = settleable<string | null>()
  const gone = settleable<void>()
  let cancelLimit = clock.limit(limits.read, () => result.settle('late'))

  channel.onMessage((message) => {
    const told = backupMessageSchema.parse(message)
    switch (told.kind) {
      case 'copied':
        cancelLimit()
        cancelLimit = clock.limit(limits.check, () => result.settle('late'))
        return read.settle()
      case 'checked':
        return result.settle(null)
      case 'failed':
        return result.settle(told.cause)
    }
  })
  channel.onExit(() => {
    gone.settle()
    result.settle('ended')
  })

  const end = result.promise.then(async (cause) => {
    cancelLimit()
    try {
      await endProcess(channel, gone.promise, clock)
    } finally {
      read.settle()
    }
    return cause
  })
  return { read: read.promise, end, giveUp: result.settle }
}

async function endProcess(
  channel: ChildChannel,
  gone: Promise<void>,
  clock: Pick<Clock, 'limit'>,
): Promise<void> {
  channel.kill()
  // A process that is waiting for an unresponsive disk can't be ended.
  await within(clock, limits.gone, gone)
}

/** A promise and the function that settles it; the first value counts. */
function settleable<T>(): { readonly promise: Promise<T>; readonly settle: (value: T) => void } {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}
