import { setImmediate as nextTurn } from 'node:timers/promises'
import { commandSteps } from '@shared/model/partSizes'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import type { Guard } from '../guard'
import type { Clock, Logger } from '../ports'
import { isFileProblem, storageProblem } from '../storageProblem'
import { createTurnShare, type TurnShare } from '../turnShare'
import type { Amend, Bulk, BulkPart, BulkWork } from './bulk'
import { type BulkRow, createBulkRows } from './bulkRows'

interface Command extends BulkRow {
  params: unknown
  done: number
  readonly settle: (end: { readonly done: number } | { readonly problem: unknown }) => void
}

type Turn = Omit<BulkPart<unknown>, 'committed'> & { readonly committed: readonly (() => void)[] }

export function createBulk(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
  readonly changes: Pick<Changes, 'announce'>
  /** Default its own. */
  readonly share?: TurnShare
  /** A command was given up: what it was to keep from being sent may be sent now. */
  readonly onDropped: () => void
}): Bulk {
  const { db, clock, guard, logger, changes, share = createTurnShare(deps), onDropped } = deps
  const works = new Map<string, BulkWork<unknown>>()
  const rows = createBulkRows(db)
  // Nobody waits any more for the end of those of earlier runs.
  const commands: Command[] = rows.read().map((row) => ({ ...row, settle() {} }))
  /** Of an earlier run: they wait for `start`. */
  const earlier = new Set(commands)
  let turns = 0
  let isTurning = false
  let stopped = false

  /** Whether a command need not wait for one of those that were given before it. */
  function isFree({ kind, subject }: Pick<Command, 'kind' | 'subject'>, before: readonly Command[]): boolean {
    const after = works.get(kind)?.after ?? []
    return !before.some(
      (other) =>
        (subject !== null && other.subject === subject) ||
        (after.includes(other.kind) && !earlier.has(other)),
    )
  }

  /** Those that need not wait for another, in turn. */
  function next(): Command | undefined {
    const ready = commands.filter(
      (command, at) => !earlier.has(command) && isFree(command, commands.slice(0, at)),
    )
    turns += 1
    return ready[turns % ready.length]
  }

  /** A few steps, within the current transaction. */
  function doSome(work: BulkWork<unknown>, params: unknown): Turn {
    const began = clock.monotonic()
    const committed: (() => void)[] = []
    let left: unknown = params
    let done = 0
    let spentMs = 0
    for (let step = 0; step < commandSteps.inTurn; step++) {
      const part = work.step(left, commandSteps.firstRows * 2 ** step)
      done += part.done
      left = part.next
      if (part.committed) committed.push(part.committed)
      const before = spentMs
      spentMs = clock.monotonic() - began
      if (left === null || spentMs + 2 * (spentMs - before) > commandSteps.turnMs) break
    }
    return { done, next: left, committed }
  }

  /** What follows a commit can't undo it: its failure is its own. */
  function tell({ committed }: Turn): void {
    changes.announce('queue')
    for (const call of committed) void guard.run(call)
  }

  const forget = (command: Command) => commands.splice(commands.indexOf(command), 1)

  function needWork({ kind }: Command): BulkWork<unknown> {
    const work = works.get(kind)
    if (work === undefined) throw new Error('there is no such kind of command')
    return work
  }

  const isReadable = ({ kind, params }: Command): boolean =>
    works.get(kind)?.params.safeParse(params).success === true

  /** A command that can't be carried out must not end every start: it is dropped, and what it has done so far stays. */
  function drop(command: Command, problem: unknown): void {
    logger.error('bulk.dropped', { ...traceOf(problem), kind: command.kind })
    onDropped()
    rows.remove(command.number)
    forget(command)
    changes.announce('queue')
    command.settle({ problem })
  }

  /** What it has done so far stays. */
  function end(command: Command): void {
    forget(command)
    changes.announce('queue')
    command.settle({ done: command.done })
  }

  const isOutdated = (command: Command): boolean => works.get(command.kind)?.mayGoOn?.(command) === false

  const mayQueue = ({ kind, params }: Command): boolean => works.get(kind)?.mayQueue?.(params) === true

  function endOutdated(command: Command): void {
    logger.warn('bulk.outdated', { kind: command.kind })
    rows.remove(command.number)
    end(command)
  }

  /** Notes in `amended` what is left of each, to be taken up once it is committed. */
  function amend(amended: Map<Command, unknown>, ...[kind, change]: Parameters<Amend>): void {
    for (const command of commands.filter((one) => one.kind === kind)) {
      const left = change(command.params)
      amended.set(command, left)
      if (left === null) rows.remove(command.number)
      else rows.write(command.number, left, 0)
    }
  }

  function takeUp(amended: ReadonlyMap<Command, unknown>): void {
    for (const [command, left] of amended) {
      if (left === null) end(command)
      else command.params = left
    }
  }

  function goOn(command: Command): void {
    try {
      if (isOutdated(command)) endOutdated(command)
      else doTurn(command)
    } catch (problem) {
      // What the disk refuses is retried, whatever it is.
      if (storageProblem(problem) !== null || isFileProblem(problem)) throw problem
      drop(command, problem)
    }
  }

  function doTurn(command: Command): void {
    const turn = db.transaction(() => {
      const did = doSome(needWork(command), command.params)
      if (did.next === null) rows.remove(command.number)
      else rows.write(command.number, did.next, did.done)
      return did
    })
    command.params = turn.next
    command.done += turn.done
    if (turn.next === null) forget(command)
    tell(turn)
    if (turn.next === null) command.settle({ done: command.done })
  }

  /** Alone at any time, whoever calls it: what the disk refused is retried by the guard. */
  async function takeTurns(): Promise<void> {
    if (isTurning) return
    isTurning = true
    try {
      for (;;) {
        await nextTurn()
        await share.turn()
        const command = stopped ? undefined : next()
        if (command === undefined) return
        goOn(command)
      }
    } finally {
      isTurning = false
    }
  }

  return {
    register<P>(work: BulkWork<P>) {
      const erased: BulkWork<unknown> = {
        ...work,
        step: (params, rows) => work.step(work.params.parse(params), rows),
        ...(work.mayQueue && { mayQueue: (params) => work.mayQueue?.(work.params.parse(params)) === true }),
      }
      works.set(work.kind, erased)
      return async ({ params, total, subject }, mark = () => {}) => {
        const begunAt = clock.now()
        const startsNow = isFree({ kind: work.kind, subject }, commands)
        const amended = new Map<Command, unknown>()
        const { turn, number } = db.transaction(() => {
          mark((...order) => amend(amended, ...order))
          const did: Turn = startsNow ? doSome(erased, params) : { done: 0, next: params, committed: [] }
          const left = { kind: work.kind, params: did.next, subject, done: did.done, total, begunAt }
          return { turn: did, number: did.next === null ? null : rows.insert(left) }
        })
        takeUp(amended)
        if (number === null) {
          tell(turn)
          return turn.done
        }
        return new Promise<number>((resolve, reject) => {
          const settle: Command['settle'] = (end) => ('done' in end ? resolve(end.done) : reject(end.problem))
          commands.push({
            number,
            kind: work.kind,
            params: turn.next,
            subject,
            total,
            done: turn.done,
            begunAt,
            settle,
          })
          tell(turn)
          void guard.run(takeTurns)
        })
      }
    },

    unfinished: () => commands,

    review({ isPutBack } = { isPutBack: false }) {
      for (const command of commands.filter((one) => !isReadable(one)))
        drop(command, new Error('a command that can’t be read'))
      for (const command of commands.filter((one) => isOutdated(one) || (isPutBack && mayQueue(one))))
        endOutdated(command)
    },

    start() {
      earlier.clear()
      if (commands.length > 0) void guard.run(takeTurns)
    },

    stop() {
      stopped = true
      for (const command of commands) command.settle({ done: command.done })
    },
  }
}
