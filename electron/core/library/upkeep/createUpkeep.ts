import { AppFailure, appError } from '@shared/errors'
import type { AskResult, CheckResult, RebuildResult, Upkeep as UpkeepState } from '@shared/model/upkeep'
import type { Guard } from '../../guard'
import type { Clock, Logger } from '../../ports'
import type { StartRecord } from '../../startRecord'
import type { LibraryFolders } from '../libraryFolders'
import type { AskingAgain } from './askingAgain'
import type { LibraryCheck } from './libraryCheck'
import type { Rebuilding } from './rebuilding'

/** Takes care of the library while the user does other things. */
export interface Upkeep {
  /** From now on it checks the library, once things are calm after the start. */
  start(): void
  /** Does the check that the start skipped. */
  takeUpLeftOut(): void
  /** The user came back to the window: checks if the last check was long ago. */
  lookAgain(): void
  /** The user wants to know: checks now, and reads all that must be read. */
  check(): void
  /** Gives rows again to images that only have records; checks the library if files must be looked for. */
  rebuild(): void
  /** Checks, and asks the service again for what is missing: for one image, or for all with null. Costs nothing. */
  ask(imageId: string | null): void
  /**
   * A former library that the last check couldn't read is gone for good: nothing is looked for there any more, and a check
   * begins, which says what is missing. Throws AppFailure `rowMissing` for any other folder, or `moveUnderway`.
   */
  forget(folder: string): void
  /** Ends what is under way; what it found is kept. */
  cancel(): void
  state(): UpkeepState
  stop(): Promise<void>
}

type Task = NonNullable<UpkeepState['running']>['task']

/** Milliseconds after the start: by then the window has shown what it is to show, and downloads have begun. */
const calmMs = 90_000
/** Milliseconds after which a check is repeated when the user comes back. */
const longMs = 3_600_000
/** Bytes that one check reads without being asked, of files that only have a new time: after a restore all have. */
const unaskedBytes = 2e9

export function createUpkeep(deps: {
  readonly libraryCheck: LibraryCheck
  readonly rebuilding: Rebuilding
  readonly folders: Pick<LibraryFolders, 'current' | 'forget'>
  readonly asking: AskingAgain
  /** Images that are changed or missing now. */
  readonly totals: () => Pick<CheckResult, 'changed' | 'missing'>
  /** Resolves once nothing is being tidied: what is found by its name comes first. */
  readonly tidied: () => Promise<void>
  /** The library is being moved: its files are where they are only for a moment. */
  readonly isMoving: () => boolean
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  readonly logger: Logger
  readonly onChange: () => void
}): Upkeep {
  const { libraryCheck, rebuilding, folders, asking, totals, tidied, isMoving } = deps
  const { clock, guard, starts, logger, onChange } = deps
  let running: UpkeepState['running'] = null
  let last: CheckResult | null = null
  let rebuilt: RebuildResult | null = null
  let asked: AskResult | null = null
  let endedAt: number | null = null
  let going: Promise<void> = Promise.resolve()
  let ending = new AbortController()
  let isStopped = false
  let cancelStart = () => {}

  /** `of`: what is counted. */
  const progressOf =
    (task: Task, of: NonNullable<UpkeepState['running']>['of']) =>
    (done: number, total: number): void => {
      running = { task, of, done, total }
      onChange()
    }

  async function runCheck(task: Task, bytesAtMost: number, signal: AbortSignal): Promise<void> {
    await tidied()
    if (signal.aborted || isMoving()) return
    const onProgress = progressOf(task, 'images')
    const result = await libraryCheck.run({ bytesAtMost, signal, onProgress })
    if (result === null) return
    last = result
    endedAt = clock.monotonic()
    const { found, changed, missing, unsure, away } = result
    logger.info('library.checked', { found, changed, missing, unsure, away: away.length })
  }

  async function runRebuild(signal: AbortSignal): Promise<void> {
    if (signal.aborted || isMoving()) return
    const settle = () => runCheck('rebuild', Number.POSITIVE_INFINITY, signal)
    rebuilt = await rebuilding.run({ signal, onProgress: progressOf('rebuild', 'records'), settle })
    if (rebuilt !== null) logger.info('library.rebuilt', rebuilt)
  }

  /** After a check: what came back meanwhile isn't asked for. */
  async function runAsk(imageId: string | null, signal: AbortSignal): Promise<void> {
    await runCheck('ask', Number.POSITIVE_INFINITY, signal)
    if (signal.aborted || isMoving()) return
    const result = await asking.run({ imageId, signal, onProgress: progressOf('ask', 'missing') })
    if (last !== null) last = { ...last, ...totals() }
    const { imageId: of, error, ...counts } = result
    // Of one that was cancelled, only what came of it by then is told.
    asked = signal.aborted && Object.values(counts).every((count) => count === 0) ? null : result
    logger.info('library.asked', { ...counts, of: of ?? 'all', code: error?.code ?? null })
  }

  function begin(
    task: Task,
    work: (signal: AbortSignal) => Promise<void>,
    known: (...args: never[]) => unknown,
  ): void {
    if (isStopped || isMoving()) return
    ending.abort()
    ending = new AbortController()
    const { signal } = ending
    rebuilt = null
    asked = null
    progressOf(task, task === 'rebuild' ? 'records' : 'images')(0, 0)
    const before = going
    const inTurn = async () => {
      await before
      await starts
        .during('check', '', () => work(signal))
        .finally(() => {
          if (signal !== ending.signal) return
          running = null
          onChange()
        })
    }
    going = guard.run(inTurn, known)
  }

  const check = (bytesAtMost: number) =>
    begin('check', (signal) => runCheck('check', bytesAtMost, signal), runCheck)

  /** Not at which earlier starts ended, unless the user asks for it. */
  function checkUnasked(): void {
    if (running === null && !starts.isLeftOut('check', '')) check(unaskedBytes)
  }

  return {
    start() {
      cancelStart()
      cancelStart = clock.after(calmMs, () => {
        if (endedAt === null) checkUnasked()
      })
    },
    takeUpLeftOut() {
      if (endedAt === null) checkUnasked()
    },
    lookAgain() {
      if (endedAt !== null && clock.monotonic() - endedAt > longMs) checkUnasked()
    },
    check: () => check(Number.POSITIVE_INFINITY),
    rebuild: () => begin('rebuild', runRebuild, runRebuild),
    ask: (imageId) => begin('ask', (signal) => runAsk(imageId, signal), runAsk),
    forget(folder) {
      if (isMoving()) throw new AppFailure(appError('moveUnderway'))
      const isAway = last?.away.includes(folder) === true
      if (!isAway || folder === folders.current()) throw new AppFailure(appError('rowMissing'))
      folders.forget(folder)
      logger.info('library.forgotten')
      check(Number.POSITIVE_INFINITY)
    },
    cancel() {
      ending.abort()
    },
    state: () => ({ running, last, rebuilt, asked }),
    async stop() {
      isStopped = true
      cancelStart()
      ending.abort()
      await going
    },
  }
}
