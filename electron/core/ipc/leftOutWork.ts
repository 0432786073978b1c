import { type AppError, appError } from '@shared/errors'
import type { Connections } from '../connections/connections'
import type { Database } from '../db/database'
import type { Delivery } from '../delivery/delivery'
import type { Guard } from '../guard'
import type { Library } from '../library/library'
import type { Notices } from '../notices'
import type { Queue } from '../queue/queue'
import type { Piece, StartWatch } from '../startWatch'
import type { Tables } from '../tables/tables'

const noticeId = 'start'
/** Characters of a prompt that are enough to know it by. */
const shownCharacters = 80

/** Starts the rooms, but for what earlier starts ended at, and tells of it. */
export interface LeftOutWork {
  start(): Promise<void>
  /** The person wants the first of it tried again. */
  tryNext(): Promise<void>
}

export function createLeftOutWork(deps: {
  readonly starts: StartWatch
  readonly db: Database
  readonly notices: Notices
  readonly connections: Pick<Connections, 'find' | 'hold'>
  readonly queue: Pick<Queue, 'holdSends' | 'takeUpLeftOut'>
  readonly delivery: Pick<Delivery, 'wake'>
  readonly library: Pick<Library, 'tidyAgain'>
  readonly tables: Pick<Tables, 'takeUpLeftOut'>
  readonly guard: Pick<Guard, 'run'>
  /** All that a start takes up by itself. */
  readonly takeUp: () => Promise<void>
}): LeftOutWork {
  const { starts, db, notices, connections, queue, delivery, library, tables, guard, takeUp } = deps

  /** Paid for is nothing more there before the person says so; the hold outlives this run by itself. */
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
    else notices.put({ id: noticeId, level: 'warning', error: errorOf(first), dismissible: true })
  }

  function errorOf(piece: Piece): AppError {
    const what = promptOf(piece)
    const params = { work: piece.kind, ...(what === null ? {} : { what }) }
    return appError('startLeftOut', { params, retry: 'free' })
  }

  function promptOf({ kind, id }: Piece): string | null {
    const sql =
      kind === 'deletion'
        ? 'SELECT prompt FROM images WHERE id = :id'
        : "SELECT request_json ->> '$.prompt' AS prompt FROM jobs WHERE id = :id"
    // Items and files are named by their job, and a number.
    const row = db.get<{ prompt: string | null }>(sql, { id: id.replace(/-\d+$/, '') })
    return row?.prompt?.slice(0, shownCharacters) ?? null
  }

  async function startAll(): Promise<void> {
    const end = starts.begin('start', '')
    // One that fails ends the app, and has not ended well.
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
