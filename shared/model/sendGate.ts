import { z } from 'zod'
import { appErrorSchema } from '../errors'
import type { Connection } from './connection'
import { addCosts, type ConnectionCost, type Cost, fitsCap } from './cost'

/**
 * What of this computer holds all paid sends: the library (can't be written, disk low), the database (can't be written),
 * the app that is about to quit, its starts that ended unexpectedly.
 */
export const sendHolderSchema = z.enum(['library', 'storage', 'quitting', 'start'])

/**
 * The one answer to "why isn't it sent?": what keeps a connection's requests, or those of a batch, from being sent now.
 * `open` is not the same as "at once": a request waits for its turn too. Times are milliseconds since the epoch.
 */
export const sendGateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('removed') }),
  z.object({ kind: z.literal('computer'), by: sendHolderSchema, error: appErrorSchema }),
  /** The person paused the queue, the connection, the batch. */
  z.object({ kind: z.literal('paused') }),
  z.object({ kind: z.literal('connectionPaused') }),
  z.object({ kind: z.literal('batchPaused') }),
  /** It has waited for long, and is sent on the person's word. */
  z.object({ kind: z.literal('asked') }),
  /** The connection stands still until something is fixed: its key, credit, cap, or what the breaker saw. */
  z.object({ kind: z.literal('held'), error: appErrorSchema }),
  z.object({ kind: z.literal('asleep') }),
  z.object({ kind: z.literal('unreached'), error: appErrorSchema }),
  /** So much is paid for and not on disk that nothing more is paid for. */
  z.object({
    kind: z.literal('undelivered'),
    images: z.number().int().min(0),
    megabytes: z.number().int().min(0),
  }),
  /** The service asked for it. */
  z.object({ kind: z.literal('quiet'), until: z.number() }),
  /** Polls that are late go first, or something failed that nobody foresaw. */
  z.object({ kind: z.literal('resting'), until: z.number() }),
  /** Of requests that are still to be queued: some have no price, which the daily cap needs. */
  z.object({ kind: z.literal('priceless') }),
  /** Of requests that are still to be queued: together they would pass the daily cap, in credits. */
  z.object({ kind: z.literal('pastCap'), cap: z.number() }),
])

export type SendHolder = z.infer<typeof sendHolderSchema>
export type SendGate = z.infer<typeof sendGateSchema>
export type ShutGate = Exclude<SendGate, { readonly kind: 'open' }>

export const openGate: SendGate = { kind: 'open' }

/** What will keep requests that are queued now from being sent; `before`: what waits and was sent today. */
export function gateOfDraft(
  gate: SendGate,
  { dailyCap }: Pick<Connection, 'dailyCap'>,
  cost: Cost,
  before: Pick<ConnectionCost, 'waiting' | 'today'> | undefined,
): SendGate {
  if (gate.kind !== 'open' || dailyCap === null) return gate
  if (cost.unpriced > 0) return { kind: 'priceless' }
  const used = addCosts(before === undefined ? [] : [before.waiting, before.today.surely, before.today.maybe])
  return fitsCap(dailyCap, used.credits, cost.credits) ? gate : { kind: 'pastCap', cap: dailyCap }
}
