import type { Logger } from './ports'

/** A task of the process that took more milliseconds than this is long: the window may have waited for it. */
export const longTaskMs = 50
/** From this many milliseconds on a task is told to whoever listens. */
const noticedMs = 10

/** What started a piece of a task. */
type PieceKind = 'route' | 'timer' | 'soon' | 'work' | 'image' | 'start' | 'statement' | 'transaction'
/** What is named after it, if it took long: a text, or the function that did the work. */
type Subject = string | ((...args: never[]) => unknown)

/** The part of a long task that took most of it. */
interface TaskReason {
  readonly name: string
  /** Of all its times together, in milliseconds. */
  readonly ms: number
  readonly times: number
}

export interface Task {
  /**
   * Says what it was, never for which row: `route jobs.act`, `timer pump`. `together`: pieces that are short on their own,
   * in one turn of the loop. `unnamed`: none of them.
   */
  readonly name: string
  readonly ms: number
  /** The SQL that took most of it, or of `together` and `unnamed` the pieces that did. Null: there was none. */
  readonly reason: TaskReason | null
}

/** How often tasks of one name were long, and the longest of them. */
interface TaskCount extends Task {
  readonly times: number
}

/**
 * Measures each task of the process, so that one that blocks it is known by its name. It counts the long ones, and logs
 * them once in a while.
 */
export interface TaskWatch {
  /** Runs `work` and measures its synchronous part. Inside another piece it is part of that one. */
  measure<T>(kind: PieceKind, subject: Subject, work: () => T): T
  /**
   * The loop came round, this many milliseconds late: what the pieces in that turn don't explain is `unnamed`.
   */
  cameRound(lateMs: number): void
  /** Those that were long so far, the longest first. */
  counts(): readonly TaskCount[]
  /** Logs what was counted, one line a name. */
  logCounts(): void
}

/** Measures nothing. */
export const unwatched: Pick<TaskWatch, 'measure' | 'logCounts'> = {
  measure: (_kind, _subject, work) => work(),
  logCounts: () => {},
}

/** Milliseconds after which it wasn't the loop that stood still, but the computer. */
const asleepMs = 60_000
/** Milliseconds between two lines of one name. */
const logEveryMs = 20_000
/** Anything beyond this many names is counted as one. */
const namesMaximum = 200
const nameCharacters = 100

export function createTaskWatch(deps: {
  /** Milliseconds from an arbitrary start, of the computer's own time. */
  readonly now: () => number
  readonly logger: Pick<Logger, 'info' | 'warn'>
  /** Called for each task that took 10 ms or more. */
  readonly onTask?: (task: Task) => void
}): TaskWatch {
  const { now, logger, onTask } = deps
  const counted = new Map<string, TaskCount & { readonly loggedAt: number }>()
  /** The statements of the task that runs now, by their SQL. */
  const statements: Sums = new Map()
  let depth = 0
  /** The pieces of this turn of the loop, by their names. */
  const turn: Sums = new Map()
  let longestMs = 0

  function note(task: Task): void {
    onTask?.(task)
    if (task.ms <= longTaskMs) return
    const name = counted.has(task.name) || counted.size < namesMaximum ? task.name : 'other'
    const known = counted.get(name)
    const at = now()
    const isLogged = known === undefined || at - known.loggedAt >= logEveryMs
    counted.set(name, {
      ...(known === undefined || task.ms > known.ms ? { ...task, name } : known),
      times: (known?.times ?? 0) + 1,
      loggedAt: isLogged ? at : known.loggedAt,
    })
    if (isLogged) logger.warn('task.long', fieldsOf(task))
  }

  function ended(kind: PieceKind, subject: Subject, ms: number): void {
    longestMs = Math.max(longestMs, ms)
    add(turn, typeof subject === 'string' ? subject : subject.name || kind, ms)
    if (ms >= noticedMs) note({ name: nameOf(kind, subject), ms, reason: largest(statements) })
  }

  function noteTurn(lateMs: number): void {
    const namedMs = [...turn.values()].reduce((sum, { ms }) => sum + ms, 0)
    const unnamedMs = lateMs - namedMs
    if (unnamedMs > longTaskMs) note({ name: 'unnamed', ms: unnamedMs, reason: largest(turn) })
    else if (longestMs <= longTaskMs) note({ name: 'together', ms: lateMs, reason: largest(turn) })
  }

  const counts = () =>
    [...counted.values()].map(({ loggedAt: _, ...count }) => count).sort((one, other) => other.ms - one.ms)

  function measure<T>(kind: PieceKind, subject: Subject, work: () => T): T {
    const isWhole = depth === 0
    if (isWhole && statements.size > 0) statements.clear()
    depth++
    const begun = now()
    try {
      return work()
    } finally {
      const ms = now() - begun
      depth--
      if (kind === 'statement' && typeof subject === 'string') add(statements, subject, ms)
      if (isWhole) ended(kind, subject, ms)
    }
  }

  return {
    measure,
    cameRound(lateMs) {
      if (lateMs > longTaskMs && lateMs <= asleepMs) noteTurn(lateMs)
      turn.clear()
      longestMs = 0
    },
    counts,
    logCounts() {
      for (const count of counts()) logger.info('task.longCount', { ...fieldsOf(count), times: count.times })
    },
  }
}

/** How long something took in all, and how often. */
type Sums = Map<string, { ms: number; times: number }>

function add(sums: Sums, name: string, ms: number): void {
  const known = sums.get(name)
  if (known === undefined) sums.set(name, { ms, times: 1 })
  else {
    known.ms += ms
    known.times++
  }
}

function largest(sums: Sums): TaskReason | null {
  let found: TaskReason | null = null
  for (const [name, { ms, times }] of sums)
    if (found === null || ms > found.ms) found = { name: shortened(name), ms, times }
  return found
}

function fieldsOf({ name, ms, reason }: Task): Parameters<Logger['info']>[1] {
  return {
    task: name,
    ms: Math.round(ms),
    reason: reason?.name ?? null,
    reasonMs: reason === null ? null : Math.round(reason.ms),
    reasonTimes: reason?.times ?? null,
  }
}

/** A function without a name is known by who passed it, or by how its source begins. */
function nameOf(kind: PieceKind, subject: Subject): string {
  const own = typeof subject === 'string' ? subject : subject.name || callerName() || String(subject)
  return `${kind} ${shortened(own)}`
}

/** The first function with a name below the watch and the database, while it still runs. */
function callerName(): string | null {
  const frames = (new Error().stack ?? '')
    .split('\n')
    .map((line) => /^\s+at (?:async )?([\w.$]+) \(/.exec(line)?.[1])
  const at = frames.findLastIndex((name) => name?.endsWith('.transaction'))
  return (at < 0 ? undefined : frames.slice(at + 1).find((name) => name !== undefined)) ?? null
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, nameCharacters)
