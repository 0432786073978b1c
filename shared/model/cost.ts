import { z } from 'zod'

/** Decimals a figure may have: sums are counted in ten-thousandths of a credit, so that they don't drift. */
const decimals = 4
const perCredit = 10 ** decimals

/** In ten-thousandths of a credit. */
export const partsOf = (credits: number): number => Math.round(credits * perCredit)
export const creditsOf = (parts: number): number => parts / perCredit

/** Credits as a user writes them: 0 to 1,000,000, at most four decimals. */
export const creditsSchema = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((credits) => partsOf(credits) / perCredit === credits)

const count = z.number().int().min(0)

/**
 * What some requests cost. A request without a price adds nothing to `credits` and is counted in `unpriced`. `atLeast`:
 * some are still to be sent with extra fields, which the price of their model may not cover.
 */
export const costSchema = z.object({
  requests: count,
  credits: z.number().min(0),
  unpriced: count,
  atLeast: z.boolean(),
  /** What is billed, where that is to be said: each image, each request, or some of both. */
  billing: z.enum(['image', 'request', 'both']).optional(),
})

/**
 * The cost of what was sent. `maybe` covers what can't be known, or not yet: uncertain, failed after it was accepted,
 * still under way.
 */
export const spentSchema = z.object({ surely: costSchema, maybe: costSchema })

/** The sums of a batch: what is waiting, at today's prices, and what was sent, at the prices of that time. */
export const batchCostSchema = spentSchema.extend({ waiting: costSchema })

/** The sums of a connection. Credits of two services are two currencies and are never added up. */
export const connectionCostSchema = z.object({
  connectionId: z.string(),
  name: z.string(),
  /** Its credits are play money. */
  demo: z.boolean(),
  waiting: costSchema,
  /** Since local midnight. */
  today: spentSchema,
  /** The part of today's `maybe` that is under way now. */
  inFlight: costSchema,
})

/** What requests that are to be queued cost, on one connection. */
export const jobsCostSchema = connectionCostSchema
  .pick({ connectionId: true, name: true, demo: true })
  .extend({ cost: costSchema })

export type Cost = z.infer<typeof costSchema>
export type Spent = z.infer<typeof spentSchema>
export type BatchCost = z.infer<typeof batchCostSchema>
export type ConnectionCost = z.infer<typeof connectionCostSchema>
export type JobsCost = z.infer<typeof jobsCostSchema>

export const noCost: Cost = { requests: 0, credits: 0, unpriced: 0, atLeast: false }
export const noBatchCost: BatchCost = { waiting: noCost, surely: noCost, maybe: noCost }

/** This many requests at one price. */
export function costOf(requests: number, price: number | null, atLeast = false): Cost {
  return price === null
    ? { requests, credits: 0, unpriced: requests, atLeast }
    : { requests, credits: creditsOf(requests * partsOf(price)), unpriced: 0, atLeast }
}

/** Exact as long as a sum stays below 900 thousand million credits. */
export function addCosts(costs: Iterable<Cost>): Cost {
  let [requests, parts, unpriced] = [0, 0, 0]
  let atLeast = false
  const billed = new Set<Cost['billing']>()
  for (const cost of costs) {
    requests += cost.requests
    parts += partsOf(cost.credits)
    unpriced += cost.unpriced
    atLeast ||= cost.atLeast
    if (cost.requests > cost.unpriced) billed.add(cost.billing)
  }
  const sum = { requests, credits: creditsOf(parts), unpriced, atLeast }
  const [first] = billed
  const mixed = billed.has('image') || billed.has('both') ? 'both' : undefined
  const billing = billed.size > 1 ? mixed : first
  return billing === undefined ? sum : { ...sum, billing }
}

/** The sum without some of what it contains. */
export function lessCost(cost: Cost, part: Cost): Cost {
  return {
    requests: Math.max(0, cost.requests - part.requests),
    credits: creditsOf(Math.max(0, partsOf(cost.credits) - partsOf(part.credits))),
    unpriced: Math.max(0, cost.unpriced - part.unpriced),
    atLeast: cost.atLeast,
  }
}

/** As it is shown: two decimals tell amounts apart that are not tiny, and a tiny one never becomes 0. */
export function roundedCredits(credits: number): number {
  const rounded = Math.round(credits * 100) / 100
  return Math.abs(credits) >= 0.1 ? rounded : creditsOf(partsOf(credits))
}

/** Whether a request still fits under a cap of which `spent` is used; all in credits. A free request always does. */
export function fitsCap(cap: number, spent: number, price: number): boolean {
  return price === 0 || partsOf(spent) + partsOf(price) <= partsOf(cap)
}
