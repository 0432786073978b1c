import type { AppError } from '@shared/errors'
import type { Clock } from '../ports'
import type { Library } from './library'

/** While all is well: a disk fills slowly. */
const wellMs = 30_000
/** While there is a problem: work is waiting. */
const unwellMs = 5_000

/** Watches whether the library accepts files, so that nothing is paid for that couldn't be saved. */
export interface LibraryWatch {
  /** The problem found by the last check, or null. */
  problem(): AppError | null
  /** Checks now, and then regularly. Resolves within some seconds, whatever the library does. */
  look(): Promise<AppError | null>
  stop(): void
}

export function createLibraryWatch(deps: {
  readonly library: Pick<Library, 'check'>
  readonly clock: Clock
  /** Called when the problem has changed, with null once there is none. */
  readonly onChange: (problem: AppError | null) => void
}): LibraryWatch {
  const { library, clock, onChange } = deps
  let problem: AppError | null = null
  let cancel = () => {}
  let stopped = false

  async function look(): Promise<AppError | null> {
    const found = await library.check()
    if (stopped) return problem
    const changed = found?.code !== problem?.code
    problem = found
    plan()
    if (changed) onChange(found)
    return found
  }

  function plan(): void {
    cancel()
    cancel = clock.after(problem === null ? wellMs : unwellMs, look)
  }

  return {
    problem: () => problem,
    look,
    stop() {
      stopped = true
      cancel()
    },
  }
}
