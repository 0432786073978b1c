import type { CheckResult, Upkeep as UpkeepState } from '@shared/model/upkeep'
import type { Guard } from '../../guard'
import type { Clock, Logger } from '../../ports'
import type { LibraryCheck } from './libraryCheck'

/** Takes care of the library while the person does other things. */
export interface Upkeep {
  /** From now on it checks the library, once things are calm after the start. */
  start(): void
  /** The person came back to the window: checks if the last check was long ago. */
  lookAgain(): void
  /** The person wants to know: checks now, and reads all that must be read. */
  check(): void
  /** Ends what is under way; what it found is kept. */
  cancel(): void
  state(): UpkeepState
  stop(): Promise<void>
}

/** Milliseconds after the start: by then the window has shown what it is to show, and downloads have begun. */
const calmMs = 90_000
/** Milliseconds after which a check is repeated when the person comes back. */
const longMs = 3_600_000
/** Bytes that one check reads without being asked, of files that only have a new time: after a restore all have. */
const unaskedBytes = 2e9

export function createUpkeep(deps: {
  readonly libraryCheck: LibraryCheck
  /** Resolves once nothing is being tidied: what is found by its name comes first. */
  readonly tidied: () => Promise<void>
  /** The library is being moved: its files are where they are only for a moment. */
  readonly isMoving: () => boolean
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
  readonly onChange: () => void
}): Upkeep {
  const { libraryCheck, tidied, isMoving, clock, guard, logger, onChange } = deps
  let running: UpkeepState['running'] = null
  let last: CheckResult | null = null
  let endedAt: number | null = null
  let going: Promise<void> = Promise.resolve()
  let ending = new AbortController()
  let isStopped = false
  let cancelStart = () => {}

  function progressed(done: number, total: number): void {
    running = { done, total }
    onChange()
  }

  async function runCheck(bytesAtMost: number, signal: AbortSignal): Promise<void> {
    await tidied()
    if (signal.aborted || isMoving()) return
    const result = await libraryCheck.run({ bytesAtMost, signal, onProgress: progressed })
    if (result === null) return
    last = result
    endedAt = clock.monotonic()
    const { found, changed, missing, unsure, away } = result
    logger.info('library.checked', { found, changed, missing, unsure, away: away.length })
  }

  function begin(bytesAtMost: number): void {
    if (isStopped || isMoving()) return
    ending.abort()
    ending = new AbortController()
    const { signal } = ending
    progressed(0, 0)
    const before = going
    const work = async () => {
      await before
      await runCheck(bytesAtMost, signal).finally(() => {
        if (signal !== ending.signal) return
        running = null
        onChange()
      })
    }
    going = guard.run(work, runCheck)
  }

  return {
    start() {
      cancelStart()
      cancelStart = clock.after(calmMs, () => {
        if (running === null && endedAt === null) begin(unaskedBytes)
      })
    },
    lookAgain() {
      const isLong = endedAt !== null && clock.monotonic() - endedAt > longMs
      if (isLong && running === null) begin(unaskedBytes)
    },
    check: () => begin(Number.POSITIVE_INFINITY),
    cancel() {
      ending.abort()
    },
    state: () => ({ running, last }),
    async stop() {
      isStopped = true
      cancelStart()
      ending.abort()
      await going
    },
  }
}
