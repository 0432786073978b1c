import {
  connectionDefaults,
  connectionDraftSchema,
  connectionKindSchema,
  defaultPathPrefix,
  demoBaseUrl,
  holdSchema,
  taskPathSchema,
} from '@shared/model/connection'
import { creditsSchema } from '@shared/model/cost'
import { pricesSchema } from '@shared/model/prices'
import { taughtPlacesSchema } from '@shared/model/taughtPlace'
import { z } from 'zod'
import { noOrigins, originsSchema } from '../connectionOrigins'
import { between, checked, flag, freshId, id, type TableRules, time } from './columnRules'

/** An address as it is used; the form accepts less. */
const baseUrl = z
  .string()
  .refine((text) => text === demoBaseUrl || (URL.canParse(text) && /^https?:/.test(text)))
const pathPrefix = z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/)
const draft = connectionDraftSchema.shape

/** What the last request on the repaired connection was sent with. */
const lastSent = (column: 'origin' | 'path_prefix'): string =>
  `(SELECT attempts.${column} FROM attempts JOIN jobs ON jobs.id = attempts.job_id
    WHERE jobs.connection_id = connections.id ORDER BY attempts.started_at DESC LIMIT 1)`

/** A repair that might cost money or go to the wrong place: the user looks first. */
const pauses = { also: 'paused = 1' } as const

export const connections: TableRules = {
  table: 'connections',
  columns: {
    id: id(freshId),
    kind: checked(connectionKindSchema.options, `iif(base_url = '${demoBaseUrl}', 'demo', 'service')`),
    name: { fits: (it) => `${it} <> ''`, instead: 'base_url' },
    base_url: {
      schema: baseUrl,
      exact: true,
      instead: `coalesce(${lastSent('origin')}, iif(kind = 'demo', '${demoBaseUrl}', 'https://unknown.invalid'))`,
      ...pauses,
    },
    path_prefix: {
      schema: pathPrefix,
      exact: true,
      instead: `coalesce(${lastSent('path_prefix')}, '${defaultPathPrefix}')`,
      ...pauses,
    },
    models_json: { schema: z.array(z.string()), instead: "'[]'" },
    prices_json: { schema: pricesSchema, instead: "'{}'" },
    daily_cap: { schema: creditsSchema, ...pauses },
    page_url: { schema: z.union([z.literal(''), z.url({ protocol: /^https$/ })]), instead: "''" },
    full_background: { ...flag(0), ...pauses },
    // Without them a request might cost more.
    extra_json: {
      schema: draft.extra,
      instead: `'${JSON.stringify(connectionDefaults.extra)}'`,
      ...pauses,
    },
    idempotency_key: flag(1),
    direct_slots: { schema: draft.directSlots, instead: String(connectionDefaults.directSlots) },
    background_slots: { schema: draft.backgroundSlots, instead: String(connectionDefaults.backgroundSlots) },
    polls_per_second: { schema: draft.pollsPerSecond, instead: String(connectionDefaults.pollsPerSecond) },
    // A text that isn't one of our accounts used to be one of those listed for the connection.
    key_id: {
      fits: (it) =>
        `${it} NOT GLOB '*[^a-z0-9-]*' AND (${it} IN (SELECT keys.id FROM keys) OR length(${it}) >= 26)`,
      exact: true,
      instead:
        '(SELECT keys.id FROM keys WHERE keys.connection_id = connections.id ORDER BY keys.rowid DESC LIMIT 1)',
    },
    paused: flag(1),
    hold_json: { schema: holdSchema, ...pauses },
    breaker_count: between(0, 1_000_000, '0'),
    created_at: time('0'),
    archived_at: time('0'),
    undelivered_images: between(0, 1_000_000),
    undelivered_megabytes: between(0, 1_000_000_000),
    // As if the user hadn't been asked.
    proxy_resolves: between(0, 2, '0'),
    allowed_origins_json: { schema: draft.allowedOrigins, instead: "'[]'" },
    task_path: { schema: taskPathSchema },
    // As if it had been typed: it stays until the user changes it.
    task_path_learned: flag(0),
    // A key goes nowhere that nobody allowed.
    task_origins_json: { schema: draft.taskOrigins, instead: "'[]'" },
    // As if nothing had been taught.
    taught_json: { schema: taughtPlacesSchema, instead: "'[]'" },
    origins_json: { schema: originsSchema, instead: `'${JSON.stringify(noOrigins)}'` },
  },
}

export const keys: TableRules = {
  table: 'keys',
  columns: {
    id: id(),
    connection_id: id('(SELECT connections.id FROM connections WHERE connections.key_id = keys.id)'),
  },
}
