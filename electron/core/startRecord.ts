import { join } from 'node:path'
import { type AppError, appError } from '@shared/errors'
import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from './drive'
import type { Clock, Logger } from './ports'
import { nextHead, readNotes, retriesOf, wholeStart } from './startNotes'
import { systemCode } from './systemCode'
import { within } from './within'

/**
 * What a start does automatically. `start` stands for all of it, `send` for paid requests of a connection, or of all
 * without an id. Each of the others is one stored thing: the answer of a job, its task, an item, or a file without a row.
 * It may also be an image, a table, or a table's batch that has to be removed, an export, a move, an import, or the check
 * of the library.
 */
export const pieceKinds = [
  'start',
  'send',
  'answer',
  'poll',
  'download',
  'file',
  'deletion',
  'table',
  'batch',
  'export',
  'move',
  'import',
  'check',
] as const
export type PieceKind = (typeof pieceKinds)[number]

export interface Piece {
  readonly kind: PieceKind
  /** Empty for `start`, and for what there is only one of. */
  readonly id: string
}

/** What may take hours, so that it isn't sound only because a start has gone well for a while. */
const longKinds: ReadonlySet<PieceKind> = new Set(['export', 'move', 'import', 'check'])

/**
 * Notes on disk what is under way while the app starts, so that the next start knows where this one ended. The next
 * start takes up those pieces one by one. If it ends during one of them again, the third start leaves that one out. If
 * no such piece is found, or leaving it out doesn't help, everything is left out. What is left out stays stored, and
 * stays left out until it is retried: alone and after a while, or when the user says so. Paid requests wait for the
 * user, or a newer version of the app. A start that ended while nothing was under way, or on purpose, shows nothing.
 */
export interface StartRecord {
  /** The first one is the next to be retried. */
  leftOut(): readonly Piece[]
  /** How many milliseconds the app must have run before it is retried automatically: ever longer if that was in vain. */
  retryMs(piece: Piece): number
  isLeftOut(kind: PieceKind, id: string): boolean
  /** Notes that it is under way; the returned function notes its end. */
  begin(kind: PieceKind, id: string): () => void
  /** The same for some work, which may have to wait for its turn. */
  during<T>(kind: PieceKind, id: string, work: () => T | Promise<T>): Promise<T>
  /**
   * A left-out piece no longer is, and is watched as if the app had just started. Resolves once it has ended, or has kept
   * others waiting for long enough.
   */
  takeUp(piece: Piece): Promise<unknown>
  /** It no longer is left out: something else takes care of it from now on, or the user wants it. */
  release(piece: Piece): void
  /** The app ends on purpose. */
  end(): void
}

/** A start that has gone well for this long, in milliseconds, is over. */
const startMs = 30_000
/** How long a piece that is taken up alone may keep others waiting, in milliseconds. */
const turnMs = 5_000
/**
 * How long the app must have run before a left-out piece is retried, in milliseconds. The wait doubles with each retry
 * during which the app ended.
 */
const retry = { shortestMs: 60_000, longestMs: 24 * 60 * 60_000 }
/** How many characters of a prompt are enough to recognise it. */
const shownCharacters = 80

/** Runs work that goes on after each start, unless starts ended at it. Returns why it isn't run, otherwise null. */
export async function unlessLeftOut(
  starts: Pick<StartRecord, 'isLeftOut' | 'during'>,
  { kind, id }: Piece,
  work: () => Promise<void>,
): Promise<AppError | null> {
  if (starts.isLeftOut(kind, id)) return skippedAtStart(kind)
  await starts.during(kind, id, work)
  return null
}

/** Why work isn't run that the start skipped. `prompt`: what the user knows it by, if it has one. */
export function skippedAtStart(work: PieceKind, prompt: string | null = null): AppError {
  const params = prompt === null ? { work } : { work, what: prompt.slice(0, shownCharacters) }
  return appError('startLeftOut', { params, retry: 'free' })
}

export function createStartRecord(deps: {
  /** The profile folder. */
  readonly profile: string
  /** Of the app. */
  readonly version: string
  readonly clock: Pick<Clock, 'after' | 'limit'>
  readonly logger: Pick<Logger, 'warn'>
  /** Whether the app is about to end because of a failure, once the user has read the message. */
  readonly isEnding?: () => boolean
}): StartRecord {
  const { profile, version, clock, logger, isEnding = () => false } = deps
  const path = join(profile, 'start.log')
  const underway = new Map<string, number>()
  /** Called once these pieces have ended. */
  const awaited = new Map<string, () => void>()
  let head = nextHead(readNotes(path), version)
  /** Null while nothing is noted: the start is over, or notes can't be written. */
  let file: number | null = null
  let cancel = () => {}
  let phase: 'starting' | 'running' | 'ended' = 'starting'
  /** The end of the piece that is taken up now; it was under way when the previous start ended. */
  let turn: Promise<unknown> = Promise.resolve()

  if (head.leftOut.length > 0)
    logger.warn('start.leftOut', { kinds: head.leftOut.map((name) => pieceOf(name).kind).join() })

  /** Its failures never keep the app from its work. */
  function quietly(work: () => void): void {
    try {
      work()
    } catch (problem) {
      logger.warn('start.notNoted', { cause: systemCode(problem) ?? 'bug' })
    }
  }

  function close(): void {
    if (file !== null) closeSync(file)
    file = null
  }

  /** Completely or not at all. */
  function write(names: Iterable<string>): void {
    const lines = [JSON.stringify(head), ...[...names].map((name) => `+${name}`), '']
    writeFileSync(`${path}.new`, lines.join('\n'), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  function record(): void {
    phase = 'starting'
    quietly(() => {
      close()
      write(underway.keys())
      file = openSync(path, 'a')
    })
    restLater()
  }

  /** Not while a message about the app's end, or about a failed start, is shown: it may stay for a long time. */
  function restLater(): void {
    cancel()
    cancel = clock.after(startMs, () => (isEnding() || underway.has(wholeStart) ? restLater() : rest()))
  }

  /** Only what is left out is remembered, and what takes long unless the app ends on purpose. */
  function rest(next: 'running' | 'ended' = 'running'): void {
    cancel()
    phase = next
    const long = next === 'ended' ? [] : [...underway.keys()].filter(isLong)
    const before = head.before.filter((name) => long.includes(name))
    head = { ...head, failures: 0, before, retries: retriesOf(head, head.leftOut) }
    quietly(() => {
      close()
      if (head.leftOut.length + long.length === 0) rmSync(path, { force: true })
      else write(long)
    })
  }

  /** After a start, the few lines of what takes long are written anew each time. */
  function note(name: string, sign: '+' | '-'): void {
    const to = file
    if (to !== null) quietly(() => writeSync(to, `${sign}${name}\n`))
    else if (phase === 'running' && isLong(name)) rest()
  }

  function begin(kind: PieceKind, id: string): () => void {
    const name = nameOf({ kind, id })
    underway.set(name, (underway.get(name) ?? 0) + 1)
    note(name, '+')
    return () => {
      const others = (underway.get(name) ?? 1) - 1
      if (others > 0) underway.set(name, others)
      else underway.delete(name)
      if (others > 0) return
      note(name, '-')
      awaited.get(name)?.()
    }
  }

  async function during<T>(kind: PieceKind, id: string, work: () => T | Promise<T>): Promise<T> {
    const end = begin(kind, id)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** A paid request isn't kept waiting for others, which may take minutes. */
  const isSuspect = (kind: PieceKind, id: string) =>
    kind !== 'send' && head.before.includes(nameOf({ kind, id }))

  record()

  return {
    leftOut: () => head.leftOut.map(pieceOf),
    // Asked for a thousand tasks many times a second, and hardly ever is anything left out.
    isLeftOut: (kind, id) => head.leftOut.length > 0 && head.leftOut.includes(nameOf({ kind, id })),
    begin,
    during(kind, id, work) {
      if (!isSuspect(kind, id)) return during(kind, id, work)
      const done = turn.then(() => during(kind, id, work))
      turn = within(
        clock,
        turnMs,
        done.catch(() => undefined),
      )
      return done
    },
    retryMs: (piece) => Math.min(retry.longestMs, retry.shortestMs * 2 ** (head.retries[nameOf(piece)] ?? 0)),
    takeUp(piece) {
      const name = nameOf(piece)
      const leftOut = head.leftOut.filter((other) => other !== name)
      const retries = { ...head.retries, [name]: (head.retries[name] ?? 0) + 1 }
      // If the app ends during it once more, that is enough to leave it out.
      head = { ...head, failures: 1, before: [...head.before, name], leftOut, retries }
      record()
      const ended = new Promise<void>((resolve) => awaited.set(name, resolve))
      return within(clock, turnMs, ended).finally(() => awaited.delete(name))
    },
    release(piece) {
      if (!head.leftOut.includes(nameOf(piece))) return
      head = { ...head, leftOut: head.leftOut.filter((name) => name !== nameOf(piece)) }
      record()
    },
    end: () => rest('ended'),
  }
}

const isLong = (name: string): boolean => longKinds.has(pieceOf(name).kind)

function nameOf({ kind, id }: Piece): string {
  return `${kind} ${id}`
}

function pieceOf(name: string): Piece {
  const at = name.indexOf(' ')
  const kind = pieceKinds.find((one) => one === name.slice(0, at))
  return { kind: kind ?? 'start', id: name.slice(at + 1) }
}
