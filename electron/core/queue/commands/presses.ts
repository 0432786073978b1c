import { AppFailure, appError } from '@shared/errors'
import { cancelUndoMs, type Press, type Undone } from '@shared/model/press'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { Guard } from '../../guard'
import type { Clock } from '../../ports'
import type { PressRows } from '../rows/pressRows'
import { createRunPress, pressCommands, type Way } from './pressSteps'
import type { PressKind, PressWork } from './pressWork'

/** What was pressed can be taken back: the last presses of this run, whose rows are at most this many together. */
const keptPresses = 50
const keptRows = 300_000
/** Milliseconds that an answer may take on its way to the window, and the Undo on its way back. */
const graceMs = 3_000

interface Given {
  readonly kind: PressKind
  isUndone: boolean
  /** Too late after this, by the monotonic clock; null: never, or not yet known. */
  closesAt: number | null
  rows: number
  /** Of a cancel of a batch, or (null) of all that waits. */
  scope: { readonly batchId: string | null } | null
  /** Paid retries that a cancel ended. */
  ended: number
  /** See `SendQuestion.considered`. */
  readonly considered: number
  /** Resolves once the Undo or Redo that isn't finished is given, as a command that the next one waits for. */
  work: Promise<void> | null
}

/** Commands of the user that can be taken back, each known by its press, in this run only. */
export interface Presses {
  /** Gives a command that records what it changes under a press; null if it changed nothing. */
  give<T>(
    kind: PressKind,
    command: (press: number) => T | Promise<T>,
  ): Promise<{ readonly value: T; readonly press: Press }>
  /** Tells of a cancel of a batch, or (null) of all that waits, and how many paid retries it ended. */
  noteCancel(press: number, batchId: string | null, ended: number): void
  /** Something is being cancelled, taken back or done again, or is about to be. */
  isAnyAtWork(): boolean
  /** Whether what a command changes is recorded: a command that an earlier run gave can't be taken back. */
  isKnown(press: number | null): press is number
  /** The numbers of the order have changed: places of before can't be restored. */
  forgetPlaces(except: number | null): void
  /** Throws AppFailure `undoTooLate`. Resolves once all of it is taken back. */
  takeBack(press: number): Promise<Undone>
  doAgain(press: number): Promise<Undone>
}

export function createPresses(deps: {
  readonly bulk: Bulk
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run' | 'soon'>
  readonly rows: PressRows
  readonly workOf: (kind: PressKind) => PressWork
  /** See `BatchWriting`. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** How often sending could resume in this run, each time with a question about what has waited for long. */
  readonly considered: () => number
  /** Jobs wait again that weren't there when sending last could resume. */
  readonly onUnconsidered: () => void
}): Presses {
  const { bulk, clock, guard, rows, workOf, alone, considered, onUnconsidered } = deps
  const given = new Map<number, Given>()
  let last = 0
  let isSwept = false
  let isTold = false
  /** Undos and Redos that aren't finished. */
  let atWork = 0

  function nextPress(): number {
    last = Math.max(clock.now(), last + 1, rows.last() + 1)
    return last
  }

  /** Before anything that came back can be sent, but not for each step of a turn. */
  function tellOnce(): void {
    if (isTold) return
    isTold = true
    guard.soon(() => {
      isTold = false
    })
    onUnconsidered()
  }

  const run = createRunPress({
    bulk,
    rows,
    workOf,
    onTakenBack(press) {
      if ((given.get(press)?.considered ?? 0) !== considered()) tellOnce()
    },
  })

  const forget = bulk.register<{ readonly before: number }>({
    kind: 'forgetPresses',
    params: z.object({ before: z.number() }),
    step(params, atOnce) {
      return { done: 0, next: rows.forgetSome(params.before, atOnce) < atOnce ? null : params }
    },
  })

  /** What is too much, oldest first; what earlier runs left, with the first press of this one. */
  function forgetOld(): void {
    let sum = [...given.values()].reduce((total, one) => total + one.rows, 0)
    let isOld = !isSwept
    isSwept = true
    for (const [press, one] of given) {
      if (given.size <= keptPresses && (sum <= keptRows || given.size === 1)) break
      given.delete(press)
      sum -= one.rows
      isOld = true
    }
    const oldest = given.keys().next().value
    if (isOld && oldest !== undefined)
      void guard.run(() => forget({ params: { before: oldest }, total: 0, subject: 'presses' }))
  }

  async function carryOut(way: Way, press: number, one: Given): Promise<Undone> {
    const { kind, scope } = one
    const isCancel = kind === 'cancel'
    one.isUndone = way === 'takeBack'
    if (way === 'doAgain') rows.begin(press)
    const before = one.work
    let tellGiven = (): void => {}
    const work = new Promise<void>((resolve) => {
      tellGiven = resolve
    })
    one.work = work
    atWork += 1
    const order = () => ({
      params: {
        press,
        kind,
        after: 0,
        left: 0,
        // Meanwhile all that waits there is held: what it is about may have new numbers by now.
        ...(way === 'doAgain' && scope !== null
          ? { ...scope, upTo: Number.MAX_SAFE_INTEGER, notBatches: [] }
          : {}),
      },
      total: one.rows,
      subject: `press.${press}`,
    })
    // What a batch that is being written queues anew stays as it is, whichever of its rows are written by now.
    const mayBringBack = way === 'takeBack' && (isCancel || kind === 'act')
    const give = () => {
      const result = run(way, order())
      tellGiven()
      return result
    }
    try {
      // An Undo may have to wait until a batch is written. What it brings back isn't sent if that is done again meanwhile.
      if (before !== null) await before
      const { done, left } = await (mayBringBack ? alone(give) : give())
      // Once it is told, it is part of what is there.
      const ended = way === 'takeBack' ? one.ended : 0
      one.ended -= ended
      return { done, left: left + ended }
    } catch (problem) {
      one.isUndone = way === 'doAgain'
      throw problem
    } finally {
      atWork -= 1
      if (one.work === work) one.work = null
      tellGiven()
      if (isCancel && way === 'doAgain') one.closesAt = clock.monotonic() + cancelUndoMs + graceMs
    }
  }

  function need(press: number, isUndone: boolean): Given {
    const one = given.get(press)
    const isLate = !isUndone && one?.closesAt != null && clock.monotonic() > one.closesAt
    if (one === undefined || one.isUndone !== isUndone || isLate)
      throw new AppFailure(appError('undoTooLate'))
    return one
  }

  return {
    async give(kind, command) {
      const press = nextPress()
      const one: Given = {
        kind,
        isUndone: false,
        closesAt: null,
        rows: 0,
        scope: null,
        ended: 0,
        considered: considered(),
        work: null,
      }
      given.set(press, one)
      rows.begin(press)
      try {
        const value = await command(press)
        one.rows = rows.count(press)
        if (one.rows + one.ended === 0) {
          given.delete(press)
          return { value, press: null }
        }
        if (kind === 'cancel') one.closesAt = clock.monotonic() + cancelUndoMs + graceMs
        forgetOld()
        return { value, press }
      } catch (problem) {
        given.delete(press)
        throw problem
      }
    },

    noteCancel(press, batchId, ended) {
      const one = given.get(press)
      if (one !== undefined) Object.assign(one, { scope: { batchId }, ended })
    },

    isAnyAtWork: () =>
      atWork > 0 || bulk.unfinished().some(({ kind }) => kind === 'cancel' || kind in pressCommands),

    isKnown: (press): press is number => press !== null && given.has(press),

    forgetPlaces(except) {
      for (const [press, { kind }] of given) if (kind === 'place' && press !== except) given.delete(press)
    },

    takeBack: async (press) => carryOut('takeBack', press, need(press, false)),
    doAgain: async (press) => carryOut('doAgain', press, need(press, true)),
  }
}
