import { z } from 'zod'
import { appErrorSchema } from '../errors'
import type { Connection } from './connection'
import { addCosts, type ConnectionCost, type Cost, fitsCap } from './cost'

/**
 * Reasons on this computer that hold all paid sends. The library: it can't be written, or the disk is low. The
 * database: it can't be written. The app: it is about to quit, or its starts ended unexpectedly.
 */
export const sendHolderSchema = z.enum(['library', 'storage', 'quitting', 'start'])

/**
 * The one answer to "why isn't it sent?": what keeps a connection's requests, or those of a batch, from being sent now.
 * `open` doesn't mean "at once": a request also waits for its turn. Times are milliseconds since the epoch.
 */
export const sendGateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('removed') }),
  z.object({ kind: z.literal('computer'), by: sendHolderSchema, error: appErrorSchema }),
  /** The user paused the queue, the connection or the batch. */
  z.object({ kind: z.literal('paused') }),
  z.object({ kind: z.literal('connectionPaused') }),
  z.object({ kind: z.literal('batchPaused') }),
  /** The user cancelled it; there is so much of it that this takes a moment. */
  z.object({ kind: z.literal('cancelling') }),
  /** It has waited for a long time, and is only sent once the user agrees. */
  z.object({ kind: z.literal('asked') }),
  /** The connection is held until something is fixed: its key, its credit, its cap, or what tripped the breaker. */
  z.object({ kind: z.literal('held'), error: appErrorSchema }),
  z.object({ kind: z.literal('asleep') }),
  z.object({ kind: z.literal('unreached'), error: appErrorSchema }),
  /** So much is paid for but not on disk that nothing more is paid for. */
  z.object({
    kind: z.literal('undelivered'),
    images: z.number().int().min(0),
    megabytes: z.number().int().min(0),
  }),
  /** The service asked for quiet. */
  z.object({ kind: z.literal('quiet'), until: z.number() }),
  /** Late polls go first, or there was an unforeseen failure. */
  z.object({ kind: z.literal('resting'), until: z.number() }),
  /** For requests that aren't queued yet: some have no price, which the daily cap needs. */
  z.object({ kind: z.literal('priceless') }),
  /** For requests that aren't queued yet: together they would exceed the daily cap, in credits. */
  z.object({ kind: z.literal('pastCap'), cap: z.number() }),
])

export type SendHolder = z.infer<typeof sendHolderSchema>
export type SendGate = z.infer<typeof sendGateSchema>
export type ShutGate = Exclude<SendGate, { readonly kind: 'open' }>

export const openGate: SendGate = { kind: 'open' }

/** What will keep requests that are queued now from being sent; `before`: what is waiting and what was sent today. */
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
