import { AppFailure, appError } from '@shared/errors'
import { allowedOriginsMaximum, type Hold } from '@shared/model/connection'
import { type Draft, draftSchema } from '@shared/model/draft'
import type { TaughtPlace } from '@shared/model/taughtPlace'
import { type ConnectionOrigins, originsSchema } from '../db/connectionOrigins'
import type { Database } from '../db/database'
import { states } from '../jobMachine'
import {
  type ConnectionRow,
  connectionParams,
  holdText,
  proxyAnswers,
  type StoredConnection,
  storedConnection,
} from './storedConnection'

/** The SQL of connections. Functions that change a row require an existing id. */
export interface ConnectionRows {
  /** Live ones, oldest first. */
  live(): StoredConnection[]
  find(id: string): StoredConnection | null
  /** Null if there is none or it is archived. */
  findLive(id: string): StoredConnection | null
  /** The demo connection; a live one takes precedence over archived ones. */
  demo(): StoredConnection | null
  /** Throws AppFailure `connectionMissing` if there is none or it is archived. */
  needLive(id: string): StoredConnection
  insert(connection: StoredConnection, createdAt: number): void
  update(connection: StoredConnection): void
  /** Also ends its hold and its pause. */
  archive(id: string, at: number): void
  /** Brings an archived connection back. */
  restore(id: string): void
  setPaused(id: string, paused: boolean): void
  setHold(id: string, hold: Hold | null): void
  setTaught(id: string, taught: readonly TaughtPlace[]): void
  /** Stores the user's answer about the proxy. */
  setProxyResolves(id: string, resolves: boolean): void
  /** Stores whether the user allows an origin inside the network. If too many are allowed, the oldest is dropped. */
  setOrigin(id: string, origin: string, allowed: boolean): void
  /** Stores where its tasks are asked for, unless the user typed that. Returns whether it did. */
  learnTaskPath(id: string, path: string): boolean
  /** Forgets what was learned; returns whether anything was. */
  forgetTaskPath(id: string): boolean
  /** Its key may go to this origin when a task is asked for there. If too many are allowed, the oldest is dropped. */
  allowTaskOrigin(id: string, origin: string): void
  origins(id: string): ConnectionOrigins
  /** Stores whether the service at this origin is inside the network. */
  setInside(id: string, origin: string, inside: boolean): void
  waitingJobs(id: string): number
  /** Unfinished jobs that were sent, by the origin they were sent to. */
  openJobs(id: string): readonly { readonly origin: string; readonly jobs: number }[]
  readDraft(id: string): Draft | null
  /** Throws AppFailure `connectionMissing` if there is no such connection or it is archived. */
  writeDraft(id: string, draft: Draft): void
  /** See `Connections.countAlike`. */
  countAlike(id: string, kind: string | null): number
}

export function createConnectionRows(db: Database): ConnectionRows {
  /** What was read since the last write: a poll looks a connection up several times. */
  const read = new Map<string, StoredConnection | null>()
  let readAt = db.version()

  const find = (id: string): StoredConnection | null => {
    if (readAt !== db.version()) read.clear()
    readAt = db.version()
    const known = read.get(id)
    if (known !== undefined) return known
    const row = db.get<ConnectionRow>('SELECT * FROM connections WHERE id = :id', { id })
    const found = row === undefined ? null : storedConnection(row)
    read.set(id, found)
    return found
  }
  const findLive = (id: string) => {
    const found = find(id)
    return found === null || found.archived ? null : found
  }
  const needLive = (id: string): StoredConnection => {
    const row = findLive(id)
    if (row === null) throw connectionMissing(id)
    return row
  }
  const origins = (id: string): ConnectionOrigins => {
    const row = db.get<{ origins_json: string }>('SELECT origins_json FROM connections WHERE id = :id', {
      id,
    })
    if (row === undefined) throw connectionMissing(id)
    return originsSchema.parse(JSON.parse(row.origins_json))
  }
  return {
    live: () =>
      db
        .all<ConnectionRow>('SELECT * FROM connections WHERE archived_at IS NULL ORDER BY created_at, id')
        .map(storedConnection),
    find,
    findLive,
    demo() {
      const row = db.get<ConnectionRow>(
        `SELECT * FROM connections WHERE kind = 'demo' ORDER BY archived_at IS NOT NULL, created_at DESC LIMIT 1`,
      )
      return row === undefined ? null : storedConnection(row)
    },
    needLive,
    insert(connection, createdAt) {
      db.run(
        `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, prices_json, daily_cap, page_url,
           full_background, extra_json, idempotency_key, proxy_resolves, allowed_origins_json, task_path,
           task_path_learned, task_origins_json, direct_slots, background_slots, polls_per_second,
           undelivered_images, undelivered_megabytes, key_id, hold_json, taught_json, created_at)
         VALUES (:id, :kind, :name, :baseUrl, :pathPrefix, :models, :prices, :dailyCap, :pageUrl,
           :fullBackground, :extra, :idempotencyKey, :proxyResolves, :allowedOrigins, :taskPath,
           :taskPathLearned, :taskOrigins, :directSlots, :backgroundSlots, :pollsPerSecond,
           :undeliveredImages, :undeliveredMegabytes, :keyId, :hold, :taught, :createdAt)`,
        { ...connectionParams(connection), kind: connection.kind, createdAt },
      )
    },
    update(connection) {
      db.run(
        `UPDATE connections SET name = :name, base_url = :baseUrl, path_prefix = :pathPrefix,
           models_json = :models, prices_json = :prices, daily_cap = :dailyCap,
           page_url = :pageUrl, full_background = :fullBackground, extra_json = :extra,
           idempotency_key = :idempotencyKey, allowed_origins_json = :allowedOrigins, proxy_resolves = :proxyResolves, direct_slots = :directSlots,
           task_path = :taskPath, task_path_learned = :taskPathLearned, task_origins_json = :taskOrigins,
           background_slots = :backgroundSlots, polls_per_second = :pollsPerSecond,
           undelivered_images = :undeliveredImages, undelivered_megabytes = :undeliveredMegabytes,
           key_id = :keyId, hold_json = :hold, taught_json = :taught
         WHERE id = :id`,
        connectionParams(connection),
      )
    },
    archive(id, at) {
      db.run('UPDATE connections SET archived_at = :at, hold_json = NULL, paused = 0 WHERE id = :id', {
        id,
        at,
      })
    },
    restore(id) {
      db.run('UPDATE connections SET archived_at = NULL, hold_json = NULL WHERE id = :id', { id })
    },
    setPaused(id, paused) {
      db.run('UPDATE connections SET paused = :paused WHERE id = :id', { id, paused: Number(paused) })
    },
    setHold(id, hold) {
      db.run('UPDATE connections SET hold_json = :hold WHERE id = :id', { id, hold: holdText(hold) })
    },
    setTaught(id, taught) {
      db.run('UPDATE connections SET taught_json = :taught WHERE id = :id', {
        id,
        taught: JSON.stringify(taught),
      })
    },
    setProxyResolves(id, resolves) {
      const answer = resolves ? proxyAnswers.yes : proxyAnswers.no
      db.run('UPDATE connections SET proxy_resolves = :answer WHERE id = :id', { id, answer })
    },
    setOrigin(id, origin, allowed) {
      const kept = origins(id)
      const named = (find(id)?.draft.allowedOrigins ?? []).filter((one) => one !== origin)
      const declined = kept.declined.filter((one) => one !== origin)
      db.run('UPDATE connections SET allowed_origins_json = :named, origins_json = :origins WHERE id = :id', {
        id,
        named: JSON.stringify(allowed ? [...named, origin].slice(-allowedOriginsMaximum) : named),
        origins: JSON.stringify({ ...kept, declined: allowed ? declined : [...declined, origin] }),
      })
    },
    learnTaskPath: (id, path) =>
      db.run(
        `UPDATE connections SET task_path = :path, task_path_learned = 1
         WHERE id = :id AND (task_path IS NULL OR task_path_learned = 1)`,
        { id, path },
      ) > 0,
    forgetTaskPath: (id) =>
      db.run(
        `UPDATE connections SET task_path = NULL, task_path_learned = 0 WHERE id = :id AND task_path_learned = 1`,
        { id },
      ) > 0,
    allowTaskOrigin(id, origin) {
      const named = (find(id)?.draft.taskOrigins ?? []).filter((one) => one !== origin)
      db.run('UPDATE connections SET task_origins_json = :named WHERE id = :id', {
        id,
        named: JSON.stringify([...named, origin].slice(-allowedOriginsMaximum)),
      })
    },
    origins,
    setInside(id, origin, inside) {
      const kept = origins(id)
      db.run('UPDATE connections SET origins_json = :origins WHERE id = :id', {
        id,
        origins: JSON.stringify({ ...kept, inside: { ...kept.inside, [origin]: inside } }),
      })
    },
    waitingJobs: (id) =>
      db.get<{ count: number }>(
        "SELECT count(*) AS count FROM jobs WHERE connection_id = :id AND state = 'queued'",
        { id },
      )?.count ?? 0,
    openJobs: (id) =>
      db.all<{ origin: string; jobs: number }>(
        `SELECT origin, count(*) AS jobs FROM jobs JOIN attempts ON attempts.job_id = jobs.id
         WHERE connection_id = :id AND state IN ${states.open} AND settled_at IS NULL
           AND number = (SELECT max(number) FROM attempts WHERE job_id = jobs.id)
         GROUP BY origin`,
        { id },
      ),
    readDraft(id) {
      const row = db.get<{ draft_json: string }>('SELECT draft_json FROM drafts WHERE connection_id = :id', {
        id,
      })
      return row === undefined ? null : draftSchema.parse(JSON.parse(row.draft_json))
    },
    writeDraft(id, draft) {
      needLive(id)
      db.run(
        `INSERT INTO drafts (connection_id, draft_json) VALUES (:id, :draft)
         ON CONFLICT (connection_id) DO UPDATE SET draft_json = excluded.draft_json`,
        { id, draft: JSON.stringify(draft) },
      )
    },
    countAlike(id, kind) {
      const row = db.get<{ breaker_count: number }>(
        `UPDATE connections SET
           breaker_count = CASE
             WHEN :kind IS NULL THEN 0 WHEN breaker_kind IS :kind THEN breaker_count + 1 ELSE 1 END,
           breaker_kind = coalesce(:kind, '')
         WHERE id = :id RETURNING breaker_count`,
        { id, kind },
      )
      return row?.breaker_count ?? 0
    },
  }
}

export function connectionMissing(id: string): AppFailure {
  return new AppFailure(appError('connectionMissing', { params: { id } }))
}
