import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { isMoveOver, type MovePlan } from '@shared/model/libraryMove'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock, Logger, Places } from '../../ports'
import { type Piece, type StartRecord, unlessLeftOut } from '../../startRecord'
import { isFileProblem } from '../../storageProblem'
import { late, within } from '../../within'
import type { Library } from '../library'
import type { LibraryGround } from '../libraryGround'
import type { Move } from '../moveRows'
import { createImageMoving, unwritableTarget } from './imageMoving'
import { createMovedOriginals } from './movedOriginals'
import { createMovePace } from './movePace'
import { createMovePlanning } from './movePlan'
import { createMoveSteps } from './moveSteps'
import type { Moving } from './moving'
import { createWhereabouts } from './whereabouts'

interface MovingDeps extends LibraryGround {
  readonly db: Database
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during' | 'release'>
  readonly logger: Logger
  readonly places: Pick<Places, 'profile'>
  readonly use: Library['use']
  readonly onChange: () => void
  /** A move has ended: what waited for it goes on. */
  readonly onEnd: () => void
}

/** Milliseconds until a move that waits is tried again. */
const againMs = 5_000
/** Milliseconds without a byte after which the folders are asked, and how long stopping waits for one of them. */
const silentMs = 10_000
const stopMs = 1_000

export function createMoving(deps: MovingDeps): Moving {
  const { rows, folders, clock, guard, starts, logger, onChange } = deps
  const whereabouts = createWhereabouts(folders)
  const planning = createMovePlanning({ ...deps, whereabouts })
  const steps = createMoveSteps({
    ...deps,
    whereabouts,
    images: createImageMoving({ ...deps, whereabouts }),
    originals: createMovedOriginals({ ...deps, whereabouts }),
  })
  const pace = createMovePace(clock)
  let latest: MovePlan | null = null
  let plans = 0
  let problem: AppError | null = null
  /** Bytes of the image that is being copied. */
  let bytesOfImage = 0
  /** Ends what is under way: the move is paused, cancelled, or the app stops. */
  let interruption = new AbortController()
  let isRunning = false
  let started = false
  let stopped = false
  let ended = Promise.resolve()
  let cancelTimer = () => {}
  let heard = 0

  function tell(found: AppError | null): void {
    if (JSON.stringify(found) !== JSON.stringify(problem) && found !== null)
      logger.info('library.moveWaits', { reason: found.code })
    problem = found
    onChange()
  }

  function onBytes(bytes: number): void {
    bytesOfImage += bytes
    heard += 1
    pace.note(bytes)
    if (problem !== null) tell(null)
    else onChange()
  }

  /** A call to a file can't be ended: while one doesn't return, this says so. */
  async function watched<T>(move: Move, work: Promise<T>): Promise<T> {
    for (;;) {
      const before = heard
      const result = await within(clock, silentMs, work)
      if (result !== late) return result
      if (before !== heard || stopped) continue
      const away = (await whereabouts.ofSource(move.source)) ?? (await whereabouts.ofTarget(move.target))
      if (away !== null) tell(away)
    }
  }

  /** Null once there is nothing more to do. */
  function unfinished(): Move | null {
    const move = stopped ? null : rows.current()
    return move === null || move.paused || isMoveOver(move.step) ? null : move
  }

  async function goOn(): Promise<void> {
    for (let move = unfinished(); move !== null; move = unfinished()) {
      const { signal } = interruption
      bytesOfImage = 0
      try {
        const found = await watched(move, steps.next(move, { signal, onBytes }))
        if (signal.aborted) continue
        tell(found === 'busy' ? null : found)
        if (found !== null) return later()
      } catch (thrown) {
        // Paused, cancelled or stopped meanwhile: what is to be done now is in the rows.
        if (signal.aborted) continue
        if (!isFileProblem(thrown)) throw thrown
        tell(unwritableTarget(move, thrown))
        return later()
      }
      await nextTurn()
    }
    pace.forget()
    if (!stopped) onChange()
  }

  function later(): void {
    pace.forget()
    cancelTimer()
    if (!stopped) cancelTimer = clock.after(againMs, look)
  }

  /** The guard runs it again if the disk refuses our own data: never twice at a time. */
  async function run(): Promise<void> {
    const move = unfinished()
    if (isRunning || move === null) return
    isRunning = true
    try {
      const skipped = await unlessLeftOut(starts, pieceOf(move), goOn)
      if (skipped !== null) tell(skipped)
    } finally {
      isRunning = false
    }
  }

  function look(): void {
    if (!started || stopped || isRunning) return
    cancelTimer()
    ended = guard.run(run)
  }

  /** The user wants it, whatever earlier starts ended at. */
  function release(move: Move | null): void {
    if (move !== null) starts.release(pieceOf(move))
  }

  function interrupt(): void {
    interruption.abort(new AppFailure(appError('quitting')))
    interruption = new AbortController()
  }

  return {
    async plan(target) {
      if (isUnderway(rows.current())) throw new AppFailure(appError('moveUnderway'))
      latest = null
      const planned = await planning.plan(folders.current(), target)
      latest = { plan: ++plans, ...planned }
      return latest
    },

    begin(plan) {
      if (isUnderway(rows.current())) throw new AppFailure(appError('moveUnderway'))
      if (latest?.plan !== plan) throw new AppFailure(appError('rowMissing'))
      steps.begin(latest)
      release(rows.current())
      latest = null
      problem = null
      logger.info('library.moveBegan')
      onChange()
      look()
    },

    act(action) {
      const move = rows.current()
      if (move === null) return
      const isOver = isMoveOver(move.step)
      switch (action) {
        case 'pause':
        case 'resume':
          if (!isOver) rows.change({ paused: action === 'pause' })
          break
        case 'cancel':
          if (move.step === 'copying') steps.cancel()
          break
        case 'dismiss':
          if (isOver) rows.forget()
          break
        default:
          action satisfies never
      }
      if (action !== 'pause') release(move)
      interrupt()
      problem = null
      onChange()
      look()
    },

    shown() {
      const move = rows.current()
      if (move === null) return null
      const { id, begun, reached, ...shown } = move
      const isOver = isMoveOver(move.step)
      const doneImages = Math.min(move.images, move.doneImages)
      const doneBytes = Math.min(move.bytes, move.doneBytes + bytesOfImage)
      const bytesPerSecond = isOver || move.paused || problem !== null ? null : pace.bytesPerSecond()
      const left = Math.max(0, move.bytes - doneBytes)
      return {
        ...shown,
        doneImages,
        doneBytes,
        bytesPerSecond,
        msLeft: bytesPerSecond === null || bytesPerSecond === 0 ? null : (left / bytesPerSecond) * 1000,
        problem: isOver || move.paused ? null : problem,
        unread: rows.unreadCount(),
      }
    },

    start() {
      started = true
      look()
    },

    look,

    async stop() {
      stopped = true
      cancelTimer()
      interrupt()
      await within(clock, stopMs, ended)
    },
  }
}

/** By which the notes of a start know it. */
const pieceOf = ({ id }: Move): Piece => ({ kind: 'move', id: String(id) })

const isUnderway = (move: Move | null): boolean => move !== null && !isMoveOver(move.step)
