import type { EntryName } from '@shared/processes/entryArguments'
import type { ChildChannel, Clock, Logger, Processes } from './ports'

const startTimeoutMs = 30_000
/** How many failures in a row before the process counts as unstartable. */
const startsAtMost = 2

/** How a process ended that wasn't stopped. If it was never ready, that says nothing about its requests. */
export interface ProcessEnd {
  readonly ready: boolean
  /** It failed to get ready several times in a row: waiting for it is pointless. */
  readonly unstartable: boolean
}

/** One of our processes: started when needed, and again if it is needed after it ended. */
export interface KeptProcess {
  /**
   * Where to send a request. Null while the process starts, which this call triggers; `onReady` tells when to ask
   * again.
   */
  channel(): ChildChannel | null
  /**
   * Ends it and ignores anything it still sends: one that hangs on a drive may not even end. The next request starts
   * another.
   */
  abandon(): void
  /** Ends it permanently. */
  stop(): Promise<void>
}

interface Child {
  readonly channel: ChildChannel
  readonly gone: Promise<void>
  ready: boolean
}

export function keepProcess<Answer>(deps: {
  readonly processes: Processes
  readonly clock: Pick<Clock, 'limit'>
  readonly logger: Pick<Logger, 'warn'>
  readonly entry: EntryName
  readonly args: readonly string[]
  /**
   * The content of a message; null means that the process is ready. Throws if no such process would say this, which
   * ends it.
   */
  readonly read: (message: unknown) => Answer | null
  readonly onReady: () => void
  readonly onAnswer: (answer: Answer) => void
  readonly onEnd: (end: ProcessEnd) => void
}): KeptProcess {
  const { processes, clock, logger, entry, args, read, onReady, onAnswer, onEnd } = deps
  let child: Child | null = null
  let failedStarts = 0
  let stopped = false

  function start(): Child {
    const channel = processes.start(entry, args)
    const endTimer = clock.limit(startTimeoutMs, () => channel.kill())
    channel.onMessage((message) => {
      if (child !== own) return
      let answer: Answer | null
      try {
        answer = read(message)
      } catch (problem) {
        // The data it reads may have taken control of it: that isn't a bug of ours, and only ends that process.
        logger.warn(`${entry}.garbled`, { name: problem instanceof Error ? problem.name : 'unknown' })
        channel.kill()
        return
      }
      if (answer !== null) return onAnswer(answer)
      endTimer()
      own.ready = true
      failedStarts = 0
      onReady()
    })
    const gone = new Promise<void>((resolve) =>
      channel.onExit((exitCode) => {
        endTimer()
        resolve()
        if (child !== own) return
        child = null
        if (!stopped) ended(own.ready, exitCode)
      }),
    )
    const own: Child = { channel, gone, ready: false }
    return own
  }

  function ended(ready: boolean, exitCode: number | null): void {
    logger.warn(`${entry}.ended`, { exitCode, ready })
    if (!ready) failedStarts += 1
    const unstartable = failedStarts >= startsAtMost
    if (unstartable) failedStarts = 0
    onEnd({ ready, unstartable })
  }

  return {
    channel() {
      if (stopped) return null
      child ??= start()
      return child.ready ? child.channel : null
    },
    abandon() {
      const left = child
      child = null
      left?.channel.kill()
    },
    async stop() {
      stopped = true
      child?.channel.kill()
      await child?.gone
    },
  }
}
