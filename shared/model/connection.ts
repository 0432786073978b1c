import { z } from 'zod'
import { appErrorSchema, type ErrorCode } from '../errors'
import { creditsSchema } from './cost'
import { sendableExtraSchema } from './extraFields'
import { pricesSchema } from './prices'
import { taughtPlacesSchema } from './taughtPlace'

export const defaultPathPrefix = '/api/v1'

/** The stored base URL of the demo service; its real address is determined at each start. */
export const demoBaseUrl = 'demo:'

export const connectionKindSchema = z.enum(['service', 'demo'])

/**
 * Where the key of a connection is: in the OS keychain, in memory until the app ends, nowhere, or not needed (demo).
 * `locked` and `unavailable`: not known, because the keychain can't be read now.
 */
export const keyStateSchema = z.enum(['keychain', 'session', 'missing', 'locked', 'unavailable', 'notNeeded'])

/** Why nothing more is sent on a connection until the user acts or there is a new key. */
export const holdSchema = z.object({
  error: appErrorSchema,
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** True when polls are stopped too, not only sends. */
  polls: z.boolean(),
})

/** Without the slashes that a text ends in; each run of them is looked at once. */
export function withoutSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '')
}

export const pathPrefixSchema = z
  .string()
  .trim()
  .transform(withoutSlashes)
  .refine((text) => text === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(text), 'pathPrefixInvalid')

const pageUrlSchema = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:'),
    'pageUrlInvalid',
  )

/** Reads `http://minio.lan:9000`; anything after it is dropped, and a text without a scheme is read as http. */
export const originSchema = z
  .string()
  .trim()
  .max(300)
  .transform((text, context) => {
    const written = /^https?:\/\//i.test(text) ? text : `http://${text}`
    const url = URL.canParse(written) ? new URL(written) : null
    if (url !== null && url.hostname !== '' && url.username === '') return url.origin
    context.addIssue({ code: 'custom', message: 'originInvalid' })
    return z.NEVER
  })

export const allowedOriginsMaximum = 100

/** The place of the task's id in a path at which tasks are asked for. */
export const taskIdPlace = '{id}'

/**
 * A path from the origin, which has the place of the id once; a query may follow it. It is sent as it is, so it has no
 * steps up, and nothing that ends it early.
 */
export const taskPathSchema = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const parts = text.split(taskIdPlace)
    const rest = parts.join('')
    return (
      parts.length === 2 &&
      /^\/(?!\/)[\w.~%/-]*(\?[\w.~%=&-]*)?$/.test(rest) &&
      !/\/\.{1,2}(?![^/?])/.test(text.replace(taskIdPlace, 'id'))
    )
  }, 'taskPathInvalid')

/** An origin that is asked about tasks, with the key: HTTPS, or plain HTTP for loopback. */
export const taskOriginSchema = z
  .string()
  .trim()
  .max(300)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url !== null && url.username === '' && isSecure(url)) return url.origin
    context.addIssue({ code: 'custom', message: 'taskOriginInvalid' })
    return z.NEVER
  })

/** An API key as typed; it goes in and never comes out. */
export const apiKeySchema = z.string().trim().min(1).max(4096)

/** The most characters of a model’s name. */
export const modelMaximum = 200

/** The most characters of a connection’s name. */
export const connectionNameMaximum = 80

/** What the user types in the connection form. Issue messages are error codes. */
export const connectionDraftSchema = z.object({
  name: z.string().trim().min(1, 'nameEmpty').max(connectionNameMaximum),
  baseUrl: z
    .string()
    .trim()
    .superRefine((text, context) => {
      const problem = baseUrlProblem(text)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .transform(withoutSlashes),
  pathPrefix: pathPrefixSchema,
  /** Names offered in Compose; the first is the default. May be empty: model is free text. */
  models: z.array(z.string().trim().min(1).max(modelMaximum)).max(500),
  prices: pricesSchema,
  /** The most credits per day: sends are held before it is exceeded. Null for no limit. */
  dailyCap: creditsSchema.nullable(),
  /** The service's own page (history, billing), opened in the browser; empty if there is none. */
  pageUrl: pageUrlSchema,
  /** Send `size`, `n` and `image` in background mode too, which the service's documentation doesn't mention. */
  fullBackground: z.boolean(),
  /** Extra fields of every request, by its mode. Jobs that are queued keep those of that time. */
  extra: z.object({ background: sendableExtraSchema, direct: sendableExtraSchema }),
  /** Send `Idempotency-Key` with each paid request. */
  idempotencyKey: z.boolean(),
  /** The system's proxy looks up names which this computer can't find: images at those names are fetched through it. */
  proxyResolves: z.boolean(),
  /** Origins inside the network that images may come from, besides the service's own. */
  allowedOrigins: z.array(originSchema).max(allowedOriginsMaximum),
  /** Where tasks are asked for; null for the interface's own path, or what is found out. */
  taskPath: taskPathSchema.nullable(),
  /** Other origins that get the key when a task is said to be asked for there. */
  taskOrigins: z.array(taskOriginSchema).max(allowedOriginsMaximum),
  /** Requests in flight at once. */
  directSlots: z.number().int().min(1).max(64),
  /** Tasks in flight at once. */
  backgroundSlots: z.number().int().min(1).max(1000),
  /** Polls per second at most. */
  pollsPerSecond: z.number().min(0.1).max(100),
  /** When this many images, or megabytes of images, are paid for but not on disk, nothing more is sent. */
  undeliveredImages: z.number().int().min(1).max(100_000),
  undeliveredMegabytes: z.number().int().min(1).max(1_000_000),
})

export const connectionDefaults = {
  pathPrefix: defaultPathPrefix,
  models: [],
  prices: {},
  dailyCap: null,
  pageUrl: '',
  fullBackground: false,
  extra: { background: [], direct: [] },
  idempotencyKey: true,
  proxyResolves: false,
  allowedOrigins: [],
  taskPath: null,
  taskOrigins: [],
  directSlots: 4,
  backgroundSlots: 20,
  pollsPerSecond: 10,
  undeliveredImages: 100,
  undeliveredMegabytes: 1000,
} satisfies Partial<ConnectionDraft>

export const connectionSchema = connectionDraftSchema.extend({
  id: z.string(),
  kind: connectionKindSchema,
  /** As typed, or `demo:`. */
  baseUrl: z.string(),
  keyState: keyStateSchema,
  /** The user paused its sends. */
  paused: z.boolean(),
  hold: holdSchema.nullable(),
  /** Its `taskPath` was found out, not typed. */
  isTaskPathLearned: z.boolean(),
  /** Places in its answers that the user taught, oldest first. */
  taught: taughtPlacesSchema,
})

/** The result of "Test connection". No outcome claims more than the test can know. */
export const connectionTestSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('reached') }),
  z.object({ outcome: z.literal('keyRefused'), error: appErrorSchema }),
  z.object({ outcome: z.literal('notReached'), error: appErrorSchema }),
  /** Something answered, but not as this interface does: for example an HTML page. */
  z.object({ outcome: z.literal('unexpected'), error: appErrorSchema }),
])

export type ConnectionDraft = z.infer<typeof connectionDraftSchema>
export type Connection = z.infer<typeof connectionSchema>
export type ConnectionTest = z.infer<typeof connectionTestSchema>
export type Hold = z.infer<typeof holdSchema>
export type KeyState = z.infer<typeof keyStateSchema>

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** True for `localhost`, 127.0.0.0/8 and `[::1]`, as in `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  return loopback.test(hostname)
}

/** Whether the key may go there: by HTTPS, or inside this computer. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

/** The problem with a base URL as typed, or null. HTTPS only; plain HTTP for loopback. */
function baseUrlProblem(text: string): Extract<ErrorCode, 'baseUrlInvalid' | 'baseUrlInsecure'> | null {
  if (!URL.canParse(text)) return 'baseUrlInvalid'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'baseUrlInvalid'
  if (isSecure(url)) return null
  return url.protocol === 'http:' ? 'baseUrlInsecure' : 'baseUrlInvalid'
}
