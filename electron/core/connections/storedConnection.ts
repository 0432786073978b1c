import type { ConnectionDraft, Hold } from '@shared/model/connection'
import { holdSchema } from '@shared/model/connection'
import { pricesSchema } from '@shared/model/cost'
import { extraFieldSchema } from '@shared/model/extraFields'
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
  /** The person chose to let images wait instead of trusting the proxy's name look-up: they aren't asked again. */
  readonly proxyDeclined: boolean
  /** The person removed it; it is kept until its tasks end. */
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
  readonly undelivered_images: number
  readonly undelivered_megabytes: number
  readonly key_id: string | null
  readonly paused: number
  readonly hold_json: string | null
  readonly archived_at: number | null
}

/** How the table stores the person's answer about the proxy. */
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
    archived: row.archived_at !== null,
  }
}

/** The parameters of the statements that write it. */
export function connectionParams({ id, draft, keyId, hold, proxyDeclined }: StoredConnection): SqlParams {
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
    directSlots: draft.directSlots,
    backgroundSlots: draft.backgroundSlots,
    pollsPerSecond: draft.pollsPerSecond,
    undeliveredImages: draft.undeliveredImages,
    undeliveredMegabytes: draft.undeliveredMegabytes,
    keyId,
    hold: holdText(hold),
  }
}

export const holdText = (hold: Hold | null): string | null => (hold === null ? null : JSON.stringify(hold))
