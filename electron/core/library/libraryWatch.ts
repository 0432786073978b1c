import { type AppError, appError } from '@shared/errors'
import type { Clock } from '../ports'
import { late, within } from '../within'
import type { Library } from './library'

/** While nothing is wrong: a disk fills slowly. */
const wellMs = 30_000
/** While something is: work waits for it. */
const unwellMs = 5_000
/** How long the library may take to answer: a network drive that is away does not answer at all. */
const patienceMs = 5_000

/** Keeps an eye on whether the library takes files, so that nothing is paid for that could not be kept. */
export interface LibraryWatch {
  /** What was wrong when it was last looked at, or null. */
  problem(): AppError | null
  /** Looks now, and from then on by itself. Resolves in some seconds, whatever the library does. */
  look(): Promise<AppError | null>
  /** The library has not answered for long: what waits for it can't be ended but with the process. */
  isHanging(): boolean
  stop(): void
}

export function createLibraryWatch(deps: {
  readonly library: Pick<Library, 'check' | 'folder'>
  readonly clock: Clock
  /** Called when what is wrong has changed, with null when all is well again. */
  readonly onChange: (problem: AppError | null) => void
}): LibraryWatch {
  const { library, clock, onChange } = deps
  let problem: AppError | null = null
  /** Never two of one folder: each that hangs takes one of the few threads there are for files. */
  let checking: { readonly folder: string; readonly end: Promise<AppError | null> } | null = null
  let isHanging = false
  let cancel = () => {}
  let stopped = false

  async function look(): Promise<AppError | null> {
    const found = await check()
    if (stopped) return problem
    const changed = found?.code !== problem?.code
    problem = found
    plan()
    if (changed) onChange(found)
    return found
  }

  async function check(): Promise<AppError | null> {
    const folder = library.folder()
    if (checking?.folder !== folder) {
      const end = library.check().finally(() => {
        if (checking?.end === end) checking = null
      })
      checking = { folder, end }
    }
    const found = await within(clock, patienceMs, checking.end)
    isHanging = found === late
    if (found !== late) return found
    return appError('librarySilent', { params: { folder }, retry: 'free' })
  }

  function plan(): void {
    cancel()
    cancel = clock.after(problem === null ? wellMs : unwellMs, look)
  }

  return {
    problem: () => problem,
    look,
    isHanging: () => isHanging,
    stop() {
      stopped = true
      cancel()
    },
  }
}
