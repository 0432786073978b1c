import { creditsSchema } from '@shared/model/cost'
import { sizePattern } from '@shared/model/draft'
import { detailedPrice, type PricePer, type Prices } from '@shared/model/prices'

/** The price of a model as typed. */
export interface PriceForm {
  readonly per: PricePer
  readonly price: string
  readonly sizes: readonly SizePrice[]
}

export interface SizePrice {
  readonly size: string
  readonly price: string
}

/** By model. */
export type PricesForm = Readonly<Record<string, PriceForm>>

const noPrice: PriceForm = { per: 'request', price: '', sizes: [] }

export function pricesFormOf(prices: Prices): PricesForm {
  const forms = Object.entries(prices).map(([model, price]) => {
    const { per, credits, sizes } = detailedPrice(price)
    const bySize = Object.entries(sizes).map(([size, each]) => ({ size, price: String(each) }))
    return [model, { per, price: credits === null ? '' : String(credits), sizes: bySize }] as const
  })
  return Object.fromEntries(forms)
}

/** The price of a model as typed; empty if there is none. */
export function priceFormOf(prices: PricesForm, model: string): PriceForm {
  return Object.hasOwn(prices, model) ? (prices[model] ?? noPrice) : noPrice
}

/** Whether anything was entered. */
export const hasPrice = ({ price, sizes }: PriceForm): boolean =>
  price.trim() !== '' || sizes.some((each) => each.price.trim() !== '')

/** Why the sizes of a price can't be saved, or null. A row that is empty isn't saved. */
export function sizesProblem({
  sizes,
}: PriceForm): 'sizeInvalid' | 'priceSizeTwice' | 'creditsInvalid' | null {
  const rows = filled(sizes)
  const names = rows.map(({ size }) => size.trim())
  if (names.some((size) => !sizePattern.test(size))) return 'sizeInvalid'
  if (new Set(names).size < names.length) return 'priceSizeTwice'
  return rows.some(({ price }) => price.trim() === '') ? 'creditsInvalid' : null
}

/** The price as it is saved, with NaN for what isn't an amount of credits; null if there is none. */
export function readPrice({ per, price, sizes }: PriceForm): Prices[string] | null {
  const credits = creditsOf(price)
  const bySize = filled(sizes).map(({ size, price: each }) => [size.trim(), creditsOf(each) ?? Number.NaN])
  if (bySize.length === 0 && (credits === null || per === 'request')) return credits
  return { per, credits, sizes: Object.fromEntries(bySize) }
}

/**
 * Null for an empty text, NaN for a text that isn't an amount of credits. A comma may stand before the decimals, but not
 * where it may separate thousands: who means a thousand by "1,000" would have a cap of 1.
 */
export function creditsOf(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const isDecimal = /^\d*,\d+$/.test(typed) && !/^[1-9]\d*,\d{3}$/.test(typed)
  return creditsSchema.catch(Number.NaN).parse(Number(isDecimal ? typed.replace(',', '.') : typed))
}

const filled = (sizes: readonly SizePrice[]): readonly SizePrice[] =>
  sizes.filter(({ size, price }) => size.trim() !== '' || price.trim() !== '')
