import { AppFailure, appError } from '@shared/errors'
import type { ConnectionDraft, Hold } from '@shared/model/connection'
import { holdSchema } from '@shared/model/connection'
import { pricesSchema } from '@shared/model/cost'
import { z } from 'zod'
import type { Database, SqlParams } from '../db/database'

/** A row of `connections` as the code uses it. */
export interface StoredConnection {
  readonly id: string
  readonly kind: 'service' | 'demo'
  /** As typed, or `demo:`. */
  readonly draft: ConnectionDraft
  readonly keyId: string | null
  readonly paused: boolean
  readonly hold: Hold | null
}

interface Row {
  readonly id: string
  readonly kind: 'service' | 'demo'
  readonly name: string
  readonly base_url: string
  readonly path_prefix: string
  readonly models_json: string
  readonly prices_json: string
  readonly daily_cap: number | null
  readonly page_url: string
  readonly full_background: number
  readonly idempotency_key: number
  readonly direct_slots: number
  readonly background_slots: number
  readonly polls_per_second: number
  readonly undelivered_images: number
  readonly undelivered_megabytes: number
  readonly key_id: string | null
  readonly paused: number
  readonly hold_json: string | null
}

const modelsSchema = z.array(z.string())

/** The SQL of connections. Ids given to what changes a row must exist. */
export interface ConnectionRows {
  /** Live ones, oldest first. */
  live(): StoredConnection[]
  find(id: string): StoredConnection | null
  /** Throws AppFailure `connectionMissing` when there is none or it is archived. */
  needLive(id: string): StoredConnection
  insert(connection: StoredConnection, createdAt: number): void
  update(connection: StoredConnection): void
  archive(id: string, at: number): void
  setPaused(id: string, paused: boolean): void
  setHold(id: string, hold: Hold | null): void
  unfinishedJobs(id: string): number
  /** See `Connections.countAlike`. */
  countAlike(id: string, kind: string | null): number
}

export function createConnectionRows(db: Database): ConnectionRows {
  const find = (id: string) => {
    const row = db.get<Row>('SELECT * FROM connections WHERE id = :id', { id })
    return row === undefined ? null : read(row)
  }
  return {
    live: () =>
      db.all<Row>('SELECT * FROM connections WHERE archived_at IS NULL ORDER BY created_at, id').map(read),
    find,
    needLive(id) {
      const row = db.get<Row>('SELECT * FROM connections WHERE id = :id AND archived_at IS NULL', { id })
      if (row === undefined) throw connectionMissing(id)
      return read(row)
    },
    insert(connection, createdAt) {
      db.run(
        `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, prices_json, daily_cap, page_url,
           full_background, idempotency_key, direct_slots, background_slots, polls_per_second,
           undelivered_images, undelivered_megabytes, key_id, hold_json, created_at)
         VALUES (:id, :kind, :name, :baseUrl, :pathPrefix, :models, :prices, :dailyCap, :pageUrl,
           :fullBackground, :idempotencyKey, :directSlots, :backgroundSlots, :pollsPerSecond,
           :undeliveredImages, :undeliveredMegabytes, :keyId, :hold, :createdAt)`,
        { ...params(connection), kind: connection.kind, createdAt },
      )
    },
    update(connection) {
      db.run(
        `UPDATE connections SET name = :name, base_url = :baseUrl, path_prefix = :pathPrefix,
           models_json = :models, prices_json = :prices, daily_cap = :dailyCap,
           page_url = :pageUrl, full_background = :fullBackground,
           idempotency_key = :idempotencyKey, direct_slots = :directSlots,
           background_slots = :backgroundSlots, polls_per_second = :pollsPerSecond,
           undelivered_images = :undeliveredImages, undelivered_megabytes = :undeliveredMegabytes,
           key_id = :keyId, hold_json = :hold
         WHERE id = :id`,
        params(connection),
      )
    },
    archive(id, at) {
      db.run('UPDATE connections SET archived_at = :at WHERE id = :id', { id, at })
    },
    setPaused(id, paused) {
      db.run('UPDATE connections SET paused = :paused WHERE id = :id', { id, paused: Number(paused) })
    },
    setHold(id, hold) {
      db.run('UPDATE connections SET hold_json = :hold WHERE id = :id', { id, hold: holdText(hold) })
    },
    unfinishedJobs(id) {
      const row = db.get<{ count: number }>(
        `SELECT
           (SELECT count(*) FROM jobs WHERE connection_id = :id AND state = 'queued') +
           (SELECT count(*) FROM jobs WHERE connection_id = :id
              AND state IN ('sending', 'running', 'saving', 'uncertain') AND settled_at IS NULL) AS count`,
        { id },
      )
      return row?.count ?? 0
    },
    countAlike(id, kind) {
      const row = db.get<{ breaker_count: number }>(
        `UPDATE connections SET
           breaker_count = CASE
             WHEN :kind IS NULL THEN 0 WHEN breaker_kind IS :kind THEN breaker_count + 1 ELSE 1 END,
           breaker_kind = :kind
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

function read(row: Row): StoredConnection {
  return {
    id: row.id,
    kind: row.kind,
    draft: {
      name: row.name,
      baseUrl: row.base_url,
      pathPrefix: row.path_prefix,
      models: modelsSchema.parse(JSON.parse(row.models_json)),
      prices: pricesSchema.parse(JSON.parse(row.prices_json)),
      dailyCap: row.daily_cap,
      pageUrl: row.page_url,
      fullBackground: row.full_background === 1,
      idempotencyKey: row.idempotency_key === 1,
      directSlots: row.direct_slots,
      backgroundSlots: row.background_slots,
      pollsPerSecond: row.polls_per_second,
      undeliveredImages: row.undelivered_images,
      undeliveredMegabytes: row.undelivered_megabytes,
    },
    keyId: row.key_id,
    paused: row.paused === 1,
    hold: row.hold_json === null ? null : holdSchema.parse(JSON.parse(row.hold_json)),
  }
}

function params({ id, draft, keyId, hold }: StoredConnection): SqlParams {
  return {
    id,
    name: draft.name,
    baseUrl: draft.baseUrl,
    pathPrefix: draft.pathPrefix,
    models: JSON.stringify(draft.models),
    prices: JSON.stringify(draft.prices),
    dailyCap: draft.dailyCap,
    pageUrl: draft.pageUrl,
    fullBackground: Number(draft.fullBackground),
    idempotencyKey: Number(draft.idempotencyKey),
    directSlots: draft.directSlots,
    backgroundSlots: draft.backgroundSlots,
    pollsPerSecond: draft.pollsPerSecond,
    undeliveredImages: draft.undeliveredImages,
    undeliveredMegabytes: draft.undeliveredMegabytes,
    keyId,
    hold: holdText(hold),
  }
}

const holdText = (hold: Hold | null): string | null => (hold === null ? null : JSON.stringify(hold))
