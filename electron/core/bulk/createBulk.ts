import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import { traceOf } from '../errorTrace'
import type { Guard } from '../guard'
import type { Clock, Logger } from '../ports'
import { isFileProblem, storageProblem } from '../storageProblem'
import type { Bulk, BulkPart, BulkWork, UnfinishedCommand } from './bulk'

/** Rows of one step, and steps of one turn at most. A turn ends once it took this many milliseconds. */
const stepRows = 25
const turnSteps = 20
const turnMs = 8

interface Command extends UnfinishedCommand {
  readonly number: number
  params: unknown
  done: number
  readonly settle: (end: { readonly done: number } | { readonly problem: unknown }) => void
}

interface CommandRow {
  readonly number: number
  readonly kind: string
  readonly params_json: string
  readonly subject: string | null
  readonly done: number
  readonly total: number
  readonly begunAt: number
}

type Turn = Omit<BulkPart<unknown>, 'committed'> & { readonly committed: readonly (() => void)[] }

export function createBulk(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
  readonly changes: Pick<Changes, 'announce'>
  /** A command was given up: what it was to keep from being sent may be sent now. */
  readonly onDropped: () => void
}): Bulk {
  const { db, clock, guard, logger, changes, onDropped } = deps
  const works = new Map<string, BulkWork<unknown>>()
  const commands: Command[] = readCommands(db)
  let turns = 0
  let isTurning = false
  let stopped = false

  const isFree = (subject: string | null, among: readonly Command[]): boolean =>
    subject === null || !among.some((command) => command.subject === subject)

  /** Those that need not wait for another, in turn. */
  function next(): Command | undefined {
    const ready = commands.filter(({ subject }, at) => isFree(subject, commands.slice(0, at)))
    turns += 1
    return ready[turns % ready.length]
  }

  /** A few steps, within the current transaction. */
  function doSome(work: BulkWork<unknown>, params: unknown): Turn {
    const began = clock.monotonic()
    const committed: (() => void)[] = []
    let left: unknown = params
    let done = 0
    for (let step = 0; step < turnSteps; step++) {
      const part = work.step(left, stepRows)
      done += part.done
      left = part.next
      if (part.committed) committed.push(part.committed)
      if (left === null || clock.monotonic() - began >= turnMs) break
    }
    return { done, next: left, committed }
  }

  /** What follows a commit can't undo it: its failure is its own. */
  function tell({ committed }: Turn): void {
    changes.announce('queue')
    for (const call of committed) void guard.run(call)
  }

  const remove = ({ number }: Command) =>
    db.run('DELETE FROM bulk_commands WHERE number = :number', { number })
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
    remove(command)
    forget(command)
    changes.announce('queue')
    command.settle({ problem })
  }

  function goOn(command: Command): void {
    try {
      doTurn(command)
    } catch (problem) {
      // What the disk refuses is retried, whatever it is.
      if (storageProblem(problem) !== null || isFileProblem(problem)) throw problem
      drop(command, problem)
    }
  }

  function doTurn(command: Command): void {
    const turn = db.transaction(() => {
      const did = doSome(needWork(command), command.params)
      if (did.next === null) remove(command)
      else
        db.run('UPDATE bulk_commands SET params_json = :params, done = done + :done WHERE number = :number', {
          number: command.number,
          params: JSON.stringify(did.next),
          done: did.done,
        })
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
      }
      works.set(work.kind, erased)
      return async ({ params, total, subject }, mark = () => {}) => {
        const begunAt = clock.now()
        const startsNow = isFree(subject, commands)
        const { turn, number } = db.transaction(() => {
          mark()
          const did: Turn = startsNow ? doSome(erased, params) : { done: 0, next: params, committed: [] }
          const left = { kind: work.kind, params: did.next, subject, done: did.done, total, begunAt }
          return { turn: did, number: did.next === null ? null : insert(left) }
        })
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

    review() {
      for (const command of commands.filter((one) => !isReadable(one)))
        drop(command, new Error('a command that can’t be read'))
      for (const command of commands.filter((one) => works.get(one.kind)?.mayGoOn?.(one) === false)) {
        logger.warn('bulk.outdated', { kind: command.kind })
        remove(command)
        forget(command)
      }
    },

    start() {
      if (commands.length > 0) void guard.run(takeTurns)
    },

    stop() {
      stopped = true
      for (const command of commands) command.settle({ done: command.done })
    },
  }

  function insert(command: UnfinishedCommand): number {
    const { params, ...row } = command
    return (
      db.get<{ number: number }>(
        `INSERT INTO bulk_commands (kind, params_json, subject, done, total, begun_at)
         VALUES (:kind, :params, :subject, :done, :total, :begunAt) RETURNING number`,
        { ...row, params: JSON.stringify(params) },
      )?.number ?? 0
    )
  }
}

/** Those of earlier runs. Nobody waits for their end any more. */
function readCommands(db: Database): Command[] {
  return db
    .all<CommandRow>(
      `SELECT number, kind, params_json, subject, done, total, begun_at AS begunAt FROM bulk_commands ORDER BY number`,
    )
    .map(({ params_json, ...row }) => ({ ...row, params: JSON.parse(params_json), settle() {} }))
}
