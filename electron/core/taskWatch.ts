import type { Logger } from './ports'

/** A task of the process that took this many milliseconds is long: the window may have waited for it. */
export const longTaskMs = 50

/** What started a piece of a task. */
type PieceKind = 'route' | 'timer' | 'soon' | 'work' | 'image' | 'start' | 'statement' | 'transaction'
/** Read only if it took long: a text, or the function that did the work. */
type Subject = string | ((...args: never[]) => unknown)

/** The part of a long task that took most of it. */
interface TaskReason {
  readonly name: string
  /** Of all its times together, in milliseconds. */
  readonly ms: number
  readonly times: number
}

export interface LongTask {
  /** Says what it was, never for which row: `route jobs.act`, `timer pump`, or `unnamed`. */
  readonly name: string
  readonly ms: number
  /** The SQL that took most of it; for `unnamed` the longest piece of that time. Null: none was noticed. */
  readonly reason: TaskReason | null
}

/** How often tasks of one name were long, and the longest of them. */
export interface TaskCount extends LongTask {
  readonly times: number
}

/**
 * Measures each task of the process, so that one that blocks it is known by its name. It counts the long ones, and logs
 * them once in a while.
 */
export interface TaskWatch {
  /** Runs `work` and measures its synchronous part. Inside another piece it is part of that one. */
  measure<T>(kind: PieceKind, subject: Subject, work: () => T): T
  /** The loop stood still for at most this long since the last call: what no piece explains is `unnamed`. */
  delayed(ms: number): void
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

/** Milliseconds between two lines of one name. */
const logEveryMs = 20_000
/** Anything beyond this many names is counted as one. */
const namesMaximum = 200
const nameCharacters = 100

export function createTaskWatch(deps: {
  /** Milliseconds from an arbitrary start, of the computer's own time. */
  readonly now: () => number
  readonly logger: Pick<Logger, 'info' | 'warn'>
  /** Called for each long task. */
  readonly onLong?: (task: LongTask) => void
}): TaskWatch {
  const { now, logger, onLong } = deps
  const counted = new Map<string, TaskCount & { readonly loggedAt: number }>()
  /** The statements of the task that runs now. */
  const statements = new Map<string, { ms: number; times: number }>()
  let depth = 0
  /** The longest piece since the loop's delay was last told. */
  let longest: { readonly kind: PieceKind; readonly subject: Subject; readonly ms: number } | null = null

  function addStatement(sql: string, ms: number): void {
    const known = statements.get(sql)
    if (known === undefined) statements.set(sql, { ms, times: 1 })
    else {
      known.ms += ms
      known.times++
    }
  }

  function slowestStatement(): TaskReason | null {
    let slowest: TaskReason | null = null
    for (const [sql, { ms, times }] of statements)
      if (slowest === null || ms > slowest.ms) slowest = { name: shortened(sql), ms, times }
    return slowest
  }

  function note(task: LongTask): void {
    onLong?.(task)
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
    if (longest === null || ms > longest.ms) longest = { kind, subject, ms }
    if (ms > longTaskMs) note({ name: nameOf(kind, subject), ms, reason: slowestStatement() })
  }

  const counts = () =>
    [...counted.values()].map(({ loggedAt: _, ...count }) => count).sort((one, other) => other.ms - one.ms)

  return {
    measure(kind, subject, work) {
      const isWhole = depth === 0
      if (isWhole && statements.size > 0) statements.clear()
      depth++
      const begun = now()
      try {
        return work()
      } finally {
        const ms = now() - begun
        depth--
        if (kind === 'statement' && typeof subject === 'string') addStatement(subject, ms)
        if (isWhole) ended(kind, subject, ms)
      }
    },
    delayed(ms) {
      const known = longest
      longest = null
      if (ms <= longTaskMs || (known !== null && known.ms > longTaskMs)) return
      const reason =
        known === null ? null : { name: nameOf(known.kind, known.subject), ms: known.ms, times: 1 }
      note({ name: 'unnamed', ms, reason })
    },
    counts,
    logCounts() {
      for (const count of counts()) logger.info('task.longCount', { ...fieldsOf(count), times: count.times })
    },
  }
}

function fieldsOf({ name, ms, reason }: LongTask): Parameters<Logger['info']>[1] {
  return {
    task: name,
    ms: Math.round(ms),
    reason: reason?.name ?? null,
    reasonMs: reason === null ? null : Math.round(reason.ms),
    reasonTimes: reason?.times ?? null,
  }
}

/** A function without a name is known by how its source begins. */
function nameOf(kind: PieceKind, subject: Subject): string {
  const own = typeof subject === 'string' ? subject : subject.name || String(subject)
  return `${kind} ${shortened(own)}`
}

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, nameCharacters)
