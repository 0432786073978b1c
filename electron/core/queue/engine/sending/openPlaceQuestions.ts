import { type AppError, appErrorSchema } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import { placeQuestion, placeQuestionCodes } from '../../../connections/placeQuestions'
import type { Database } from '../../../db/database'

type Asked = Pick<Connections, 'list' | 'hold' | 'isOpenQuestion' | 'release'>

const codes = JSON.stringify(placeQuestionCodes)

/**
 * While an image waits for the user's answer about its address, its connection is held. This ends the hold once
 * nothing waits for that answer any more, because the image was found or given up, and goes on to the next question.
 */
export function reviewPlaceQuestions(db: Database, connections: Asked): void {
  for (const { id, hold } of connections.list()) {
    const held = hold === null ? null : placeQuestion(hold.error)
    if (held === null) continue
    const open = openQuestions(db, connections, id)
    const isSame = (error: AppError) => JSON.stringify(placeQuestion(error)) === JSON.stringify(held)
    // Items tried for the first time, or once more, may raise the question again.
    if (open.some(isSame) || (open.length === 0 && hasUntried(db, id))) continue
    connections.release(id, 'place')
    ask(connections, id, open)
  }
}

/** Holds the connections whose images wait for an answer: after another kind of hold, or another question's answer. */
export function askPlaceQuestions(db: Database, connections: Asked): void {
  for (const { id, hold } of connections.list())
    if (hold === null) ask(connections, id, openQuestions(db, connections, id))
}

function ask(connections: Asked, id: string, [next]: readonly AppError[]): void {
  if (next !== undefined) connections.hold(id, next, { polls: false })
}

function openQuestions(db: Database, connections: Asked, id: string): readonly AppError[] {
  return db
    .all<{ error_json: string }>(
      `SELECT DISTINCT items.error_json FROM items JOIN jobs ON jobs.id = items.job_id
       WHERE items.state = 'ready' AND connection_id = :id
         AND items.error_json ->> 'code' IN (SELECT value FROM json_each(:codes))`,
      { id, codes },
    )
    .map(({ error_json }) => appErrorSchema.parse(JSON.parse(error_json)))
    .filter((error) => connections.isOpenQuestion(id, error))
}

function hasUntried(db: Database, id: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM items JOIN jobs ON jobs.id = items.job_id
       WHERE items.state = 'ready' AND connection_id = :id AND items.error_json IS NULL LIMIT 1`,
      { id },
    ) !== undefined
  )
}
