import type { ConnectionDraft, Hold } from '@shared/model/connection'
import { holdSchema } from '@shared/model/connection'
import { extraFieldSchema } from '@shared/model/extraFields'
import { pricesSchema } from '@shared/model/prices'
import { type TaughtPlace, taughtPlacesSchema } from '@shared/model/taughtPlace'
import { z } from 'zod'
import type { SqlParams } from '../db/database'

/** A row of `connections` as the code uses it. */
export interface StoredConnection {
  readonly id: string
  readonly kind: 'service' | 'demo'
  /** As typed, or `demo:`. */
  readonly draft: ConnectionDraft
  readonly keyId: string | null
  readonly paused: boolean
  /** Null for a removed connection: it sends nothing, and its polls are never held. */
  readonly hold: Hold | null
  /** The user chose to let images wait instead of trusting the proxy's name look-up: they aren't asked again. */
  readonly proxyDeclined: boolean
  /** Its `taskPath` was found out, not typed: it may be forgotten. */
  readonly isTaskPathLearned: boolean
  /** Places in its answers that the user taught, oldest first. */
  readonly taught: readonly TaughtPlace[]
  /** The user removed it; it is kept until its tasks end. */
  readonly archived: boolean
}

/** The same as the table has it. */
export interface ConnectionRow {
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
  readonly extra_json: string
  readonly idempotency_key: number
  readonly direct_slots: number
  readonly background_slots: number
  readonly polls_per_second: number
  readonly proxy_resolves: number
  readonly allowed_origins_json: string
  readonly task_path: string | null
  readonly task_path_learned: number
  readonly task_origins_json: string
  readonly undelivered_images: number
  readonly undelivered_megabytes: number
  readonly key_id: string | null
  readonly paused: number
  readonly hold_json: string | null
  readonly archived_at: number | null
  readonly taught_json: string
}

/** How the table stores the user's answer about the proxy. */
export const proxyAnswers = { none: 0, yes: 1, no: 2 } as const

const textsSchema = z.array(z.string())
const fieldsSchema = z.array(extraFieldSchema)
const extraSchema = z.object({ background: fieldsSchema, direct: fieldsSchema })

export function storedConnection(row: ConnectionRow): StoredConnection {
  return {
    id: row.id,
    kind: row.kind,
    draft: {
      name: row.name,
      baseUrl: row.base_url,
      pathPrefix: row.path_prefix,
      models: textsSchema.parse(JSON.parse(row.models_json)),
      prices: pricesSchema.parse(JSON.parse(row.prices_json)),
      dailyCap: row.daily_cap,
      pageUrl: row.page_url,
      fullBackground: row.full_background === 1,
      extra: extraSchema.parse(JSON.parse(row.extra_json)),
      idempotencyKey: row.idempotency_key === 1,
      proxyResolves: row.proxy_resolves === proxyAnswers.yes,
      allowedOrigins: textsSchema.parse(JSON.parse(row.allowed_origins_json)),
      taskPath: row.task_path,
      taskOrigins: textsSchema.parse(JSON.parse(row.task_origins_json)),
      directSlots: row.direct_slots,
      backgroundSlots: row.background_slots,
      pollsPerSecond: row.polls_per_second,
      undeliveredImages: row.undelivered_images,
      undeliveredMegabytes: row.undelivered_megabytes,
    },
    keyId: row.key_id,
    paused: row.paused === 1,
    hold:
      row.archived_at !== null || row.hold_json === null ? null : holdSchema.parse(JSON.parse(row.hold_json)),
    proxyDeclined: row.proxy_resolves === proxyAnswers.no,
    isTaskPathLearned: row.task_path_learned === 1,
    taught: taughtPlacesSchema.parse(JSON.parse(row.taught_json)),
    archived: row.archived_at !== null,
  }
}

/** The parameters of the statements that write it. */
export function connectionParams(connection: StoredConnection): SqlParams {
  const { id, draft, keyId, hold, proxyDeclined, isTaskPathLearned, taught } = connection
  const unasked = proxyDeclined ? proxyAnswers.no : proxyAnswers.none
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
    extra: JSON.stringify(draft.extra),
    idempotencyKey: Number(draft.idempotencyKey),
    proxyResolves: draft.proxyResolves ? proxyAnswers.yes : unasked,
    allowedOrigins: JSON.stringify(draft.allowedOrigins),
    taskPath: draft.taskPath,
    taskPathLearned: Number(isTaskPathLearned),
    taskOrigins: JSON.stringify(draft.taskOrigins),
    directSlots: draft.directSlots,
    backgroundSlots: draft.backgroundSlots,
    pollsPerSecond: draft.pollsPerSecond,
    undeliveredImages: draft.undeliveredImages,
    undeliveredMegabytes: draft.undeliveredMegabytes,
    keyId,
    hold: holdText(hold),
    taught: JSON.stringify(taught),
  }
}

export const holdText = (hold: Hold | null): string | null => (hold === null ? null : JSON.stringify(hold))
