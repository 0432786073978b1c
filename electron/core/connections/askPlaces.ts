import type { Connection } from '@shared/model/connection'
import { ownTaskPath, pathFor } from '../service/endpoints'
import { originElsewhere } from '../service/taskAddress'
import { sameOrigin } from './targets'

/** Somewhere a task is asked for. */
export interface AskPlace {
  /**
   * `named`: only an answer about the task says so. `elsewhere`: the same, at an origin that the user allowed.
   * `learned`, `typed`: where the connection asks for all its tasks. `own`: the interface's own path.
   */
  readonly kind: 'named' | 'elsewhere' | 'learned' | 'typed' | 'own'
  /** A path from the origin, or a whole address elsewhere; null for the interface's own path. */
  readonly at: string | null
}

/** A task, by what was sent and answered. */
export interface AskedTask {
  readonly taskId: string
  /** Where its answer says that it is asked for, as it can be asked; null if it says nothing. */
  readonly askAt: string | null
  /** What its request was sent to, as stored. */
  readonly origin: string
}

/** Where a task may be asked for, the likeliest first: where it isn't known, the next is tried. Never empty. */
export function askPlaces(connection: Connection, { taskId, askAt, origin }: AskedTask): readonly AskPlace[] {
  const { taskPath, isTaskPathLearned, baseUrl } = connection
  const isFor = taskPath !== null && sameOrigin(baseUrl, origin)
  const usual: readonly AskPlace[] = isFor
    ? [{ kind: isTaskPathLearned ? 'learned' : 'typed', at: pathFor(taskPath, taskId) }]
    : []
  const own: readonly AskPlace[] = isFor && !isTaskPathLearned ? [] : [{ kind: 'own', at: null }]
  return [...namedPlaces(connection, askAt), ...usual, ...own]
}

/** Where a task is asked for first: `at` of a place. */
export const firstAskedAt = (connection: Connection, task: AskedTask): AskPlace['at'] =>
  askPlaces(connection, task)[0]?.at ?? null

/** Where a connection asks for tasks whose answers name no place: a path from its origin, with the place of the id. */
export const usualTaskPath = (connection: Connection): string =>
  connection.taskPath ?? ownTaskPath(connection)

function namedPlaces(connection: Connection, askAt: string | null): readonly AskPlace[] {
  if (askAt === null) return []
  const origin = originElsewhere(askAt)
  if (origin === null) return [{ kind: 'named', at: askAt }]
  return connection.taskOrigins.includes(origin) ? [{ kind: 'elsewhere', at: askAt }] : []
}

/** The origin that a task's answer names and the user hasn't allowed; null if there is none. */
export function unallowedOrigin({ taskOrigins }: Connection, askAt: string | null): string | null {
  const origin = askAt === null ? null : originElsewhere(askAt)
  return origin === null || taskOrigins.includes(origin) ? null : origin
}
