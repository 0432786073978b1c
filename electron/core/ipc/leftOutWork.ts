import { type AppError, appError } from '@shared/errors'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import type { Delivery } from '../delivery/delivery'
import type { Guard } from '../guard'
import type { Library } from '../library/library'
import type { Notices } from '../notices'
import type { Queue } from '../queue/queue'
import type { Piece, StartRecord } from '../startRecord'
import type { Tables } from '../tables/tables'

const noticeId = 'start'
/** How many characters of a prompt are enough to recognise it. */
const shownCharacters = 80

/** Starts all modules except for the work that crashed earlier starts, and reports what is skipped. */
export interface LeftOutWork {
  start(): Promise<void>
  /** The person wants to retry the first of it. */
  tryNext(): Promise<void>
}

export function createLeftOutWork(deps: {
  readonly starts: StartRecord
  readonly db: Database
  readonly notices: Notices
  readonly connections: Pick<Connections, 'find' | 'hold'>
  readonly queue: Pick<Queue, 'holdSends' | 'takeUpLeftOut'>
  readonly delivery: Pick<Delivery, 'wake'>
  readonly library: Pick<Library, 'tidyAgain'>
  readonly tables: Pick<Tables, 'takeUpLeftOut'>
  readonly guard: Pick<Guard, 'run'>
  /** Everything that a start does automatically. */
  readonly takeUp: () => Promise<void>
}): LeftOutWork {
  const { starts, db, notices, connections, queue, delivery, library, tables, guard, takeUp } = deps

  /** Nothing more is paid for there until the person agrees; the hold itself survives this run. */
  function holdConnections(): void {
    for (const piece of starts.leftOut()) {
      if (piece.kind !== 'send') continue
      if (connections.find(piece.id) !== null)
        connections.hold(piece.id, appError('startSendsHeld', { retry: 'paid' }), { polls: false })
      starts.release(piece)
    }
  }

  function tell(): void {
    const [first] = starts.leftOut()
    if (first === undefined) notices.clear(noticeId)
    else if (first.kind === 'start')
      notices.put({ id: noticeId, level: 'error', error: appError('startHeld'), dismissible: false })
    else notices.put({ id: noticeId, level: 'warning', error: errorFor(first), dismissible: true })
  }

  function errorFor(piece: Piece): AppError {
    const what = promptOf(piece)
    const params = { work: piece.kind, ...(what === null ? {} : { what }) }
    return appError('startLeftOut', { params, retry: 'free' })
  }

  function promptOf({ kind, id }: Piece): string | null {
    const sql =
      kind === 'deletion'
        ? 'SELECT prompt FROM images WHERE id = :id'
        : "SELECT request_json ->> '$.prompt' AS prompt FROM jobs WHERE id = :id"
    // Items and files are named after their job, with a number.
    const row = db.get<{ prompt: string | null }>(sql, { id: id.replace(/-\d+$/, '') })
    return row?.prompt?.slice(0, shownCharacters) ?? null
  }

  async function startAll(): Promise<void> {
    const end = starts.begin('start', '')
    // If one fails, the app ends, and the work doesn't count as finished.
    await takeUp()
    end()
  }

  return {
    async start() {
      await guard.run(holdConnections)
      tell()
      if (!starts.isLeftOut('start', '')) return startAll()
      queue.holdSends('start', appError('startHeld'))
    },

    async tryNext() {
      const piece = starts.tryNext()
      if (piece === null) return
      tell()
      if (piece.kind === 'start') {
        queue.holdSends('start', null)
        return startAll()
      }
      queue.takeUpLeftOut(piece)
      delivery.wake()
      library.tidyAgain()
      await tables.takeUpLeftOut()
    },
  }
}
