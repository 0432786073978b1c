import { z } from 'zod'
import { type Cost, costOf, creditsOf, creditsSchema, partsOf } from './cost'

/** What a price is for: a whole request, however many images it asks for, or each of its images. */
export const pricePerSchema = z.enum(['request', 'image'])

/** A price that is per image, or that depends on the size. */
export const detailedPriceSchema = z.object({
  per: pricePerSchema,
  /** Of any size that isn't in `sizes`. Null: unknown. */
  credits: creditsSchema.nullable(),
  /** By `<width>x<height>`. */
  sizes: z.record(z.string().min(1).max(100), creditsSchema),
})

/**
 * What each model costs, in credits: the user's own figures, since the service reports none. A number is the price of a
 * request of any size. Missing: unknown.
 */
export const pricesSchema = z.record(z.string(), z.union([creditsSchema, detailedPriceSchema]))

export type PricePer = z.infer<typeof pricePerSchema>
export type DetailedPrice = Readonly<z.infer<typeof detailedPriceSchema>>
export type Prices = z.infer<typeof pricesSchema>

/** What the price of a request depends on, as its body has it. */
export interface PricedRequest {
  readonly model: string
  /** Missing: the service chooses. */
  readonly size?: string | null | undefined
  /** Missing: one. */
  readonly n?: number | null | undefined
}

export interface RequestPrice {
  /** Of the whole request. */
  readonly credits: number
  /** Of each image, if that is what is billed; otherwise null. */
  readonly perImage: number | null
}

/** A price as its details: those of a number are that it is for a request of any size. */
export function detailedPrice(price: Prices[string]): DetailedPrice {
  return typeof price === 'number' ? { per: 'request', credits: price, sizes: {} } : price
}

/**
 * What a model costs at a size; null while that is unknown. Where the service chooses the size, it may choose the
 * dearest: too little would pass a daily cap.
 */
export function unitPrice(
  prices: Prices,
  { model, size }: PricedRequest,
): { readonly per: PricePer; readonly credits: number } | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined
  if (price === undefined) return null
  const { per, credits, sizes } = detailedPrice(price)
  const isNamed = typeof size === 'string' && size !== ''
  const own = isNamed && Object.hasOwn(sizes, size) ? (sizes[size] ?? null) : credits
  if (own === null) return null
  return { per, credits: isNamed ? own : Math.max(own, ...Object.values(sizes)) }
}

/** What a request costs; null while that is unknown. */
export function priceOf(prices: Prices, request: PricedRequest): RequestPrice | null {
  const unit = unitPrice(prices, request)
  if (unit === null) return null
  if (unit.per === 'request') return { credits: unit.credits, perImage: null }
  return { credits: creditsOf(partsOf(unit.credits) * (request.n ?? 1)), perImage: unit.credits }
}

/** What this many such requests cost. `atLeast`: they have extra fields, which may cost more. */
export function costOfRequests(
  requests: number,
  prices: Prices,
  request: PricedRequest,
  atLeast = false,
): Cost {
  return costOfImages({ requests, images: requests * (request.n ?? 1) }, prices, request, atLeast)
}

/** The same of requests that ask for so many images together, whatever their `n`. */
export function costOfImages(
  { requests, images }: { readonly requests: number; readonly images: number },
  prices: Prices,
  request: PricedRequest,
  atLeast = false,
): Cost {
  const unit = unitPrice(prices, request)
  if (unit?.per !== 'image') return costOf(requests, unit?.credits ?? null, atLeast)
  return { ...costOf(images, unit.credits, atLeast), requests, billing: 'image' }
}
