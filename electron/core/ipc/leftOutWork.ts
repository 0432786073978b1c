import { type AppError, appError } from '@shared/errors'
import type { Connection, Hold } from '@shared/model/connection'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Notices } from '../notices'
import type { Clock } from '../ports'
import type { Queue } from '../queue/queue'
import { type Piece, type PieceKind, type StartRecord, skippedAtStart } from '../startRecord'

const noticeId = 'start'

/** Starts all modules except for the work that crashed earlier starts, and reports what is skipped. */
export interface LeftOutWork {
  start(): Promise<void>
  /** The user wants all of it to go on, paid requests too. It is taken up one after the other. */
  takeUpAll(): void
  stop(): void
}

/** What takes up work that is no longer left out, by its kind. */
type TakesUp = {
  readonly [K in Exclude<PieceKind, 'start' | 'send'>]: (piece: Piece) => unknown
}

export function createLeftOutWork(deps: {
  readonly starts: StartRecord
  readonly db: Database
  readonly changes: Pick<Changes, 'subscribe' | 'announce'>
  readonly notices: Notices
  readonly connections: {
    find(id: string): unknown
    list(): readonly Pick<Connection, 'id' | 'hold'>[]
    hold(id: string, error: AppError, options: Pick<Hold, 'polls'>): unknown
  }
  readonly queue: Pick<Queue, 'holdSends' | 'resumeConnection'>
  readonly takesUp: TakesUp
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly guard: Pick<Guard, 'run'>
  /** Everything that a start does automatically. */
  readonly startModules: () => Promise<void>
}): LeftOutWork {
  const { starts, db, changes, notices, connections, queue, takesUp, clock, guard } = deps
  const startedAt = clock.monotonic()
  /** The user said that it goes on. */
  let isWanted = false
  let isStopped = false
  let told: string | null = null
  let isGoing = false
  let cancel = () => {}
  const unfollow = changes.subscribe((kind) => {
    // Whatever is resumed by itself says so.
    if (kind === 'connections' || told !== null) void guard.run(tell)
  })

  const paidWork = () => starts.leftOut().filter(({ kind }) => kind === 'send')
  const freeWork = () => starts.leftOut().filter(({ kind }) => kind !== 'send')
  const heldConnections = () => connections.list().filter(({ hold }) => hold?.error.code === 'startSendsHeld')

  /** Nothing more is paid for there until the user agrees; the hold of a connection itself survives this run. */
  function holdSends(): void {
    for (const piece of paidWork()) {
      if (piece.id === '') {
        queue.holdSends('start', appError('startHeld'))
        continue
      }
      if (connections.find(piece.id) !== null)
        connections.hold(piece.id, appError('startSendsHeld', { retry: 'paid' }), { polls: false })
      starts.release(piece)
    }
  }

  function releaseSends(): void {
    for (const piece of paidWork()) starts.release(piece)
    queue.holdSends('start', null)
    for (const { id } of heldConnections()) queue.resumeConnection(id)
  }

  /** Once, so that what the user has read doesn't come back. */
  function tell(): void {
    const error = heldError() ?? skippedError()
    const text = error === null ? null : JSON.stringify(error)
    if (told === text) return
    told = text
    if (error === null) notices.clear(noticeId)
    else if (error.code === 'startHeld')
      notices.put({ id: noticeId, level: 'error', error, dismissible: false })
    else notices.put({ id: noticeId, level: 'warning', error, dismissible: true })
  }

  /** Paid requests wait, and not only those of one connection, which says so itself. */
  function heldError(): AppError | null {
    const held = heldConnections().length
    const areSeveral = held > 0 && held + freeWork().length > 1
    return paidWork().length > 0 || areSeveral ? appError('startHeld') : null
  }

  function skippedError(): AppError | null {
    const [first] = freeWork()
    return first === undefined || isWanted ? null : skippedAtStart(first.kind, promptOf(first))
  }

  function promptOf({ kind, id }: Piece): string | null {
    const sql =
      kind === 'deletion'
        ? 'SELECT prompt FROM images WHERE id = :id'
        : "SELECT request_json ->> '$.prompt' AS prompt FROM jobs WHERE id = :id"
    // Items and files are named after their job, with a number.
    const row = db.get<{ prompt: string | null }>(sql, { id: id.replace(/-\d+$/, '') })
    return row?.prompt ?? null
  }

  /** `turn`: what it begins may end the app a little later, too. */
  async function startAll(turn?: Promise<unknown>): Promise<void> {
    const end = starts.begin('start', '')
    // If one fails, the app ends, and the work doesn't count as finished.
    await deps.startModules()
    await turn
    end()
  }

  /** Which is retried next, and in how many milliseconds. While the whole start is left out, nothing else can be. */
  function nextRetry(): { readonly piece: Piece; readonly ms: number } | null {
    const pieces = freeWork()
    const whole = pieces.filter(({ kind }) => kind === 'start')
    const ranMs = clock.monotonic() - startedAt
    const waits = (whole.length > 0 ? whole : pieces).map((piece) => ({
      piece,
      ms: isWanted ? 0 : Math.max(0, starts.retryMs(piece) - ranMs),
    }))
    return waits.sort((one, other) => one.ms - other.ms)[0] ?? null
  }

  async function retry(piece: Piece): Promise<void> {
    const turn = starts.takeUp(piece)
    changes.announce('queue')
    tell()
    const { kind } = piece
    if (kind === 'start') return startAll(turn)
    if (kind !== 'send') await takesUp[kind](piece)
    await turn
  }

  /** One after the other: if the app ends, it is known at which. Alone at any time, whoever calls it. */
  async function goOn(): Promise<void> {
    if (isGoing) return
    isGoing = true
    cancel()
    try {
      for (let next = nextRetry(); !isStopped && next?.ms === 0; next = nextRetry()) await retry(next.piece)
    } finally {
      isGoing = false
      const next = isStopped ? null : nextRetry()
      if (next !== null) cancel = clock.after(next.ms, goOn)
    }
  }

  return {
    async start() {
      await guard.run(holdSends)
      tell()
      if (!starts.isLeftOut('start', '')) await startAll()
      void guard.run(goOn)
    },
    takeUpAll() {
      isWanted = true
      releaseSends()
      tell()
      void guard.run(goOn)
    },
    stop() {
      isStopped = true
      cancel()
      unfollow()
    },
  }
}
