import type { PricedRequest } from '@shared/model/prices'
import { z } from 'zod'

const text = z.string().nullable().catch(null)
const storedSchema = z
  .string()
  .transform((json) => JSON.parse(json))
  .pipe(z.tuple([z.coerce.string(), text, z.number().int().min(1).nullable().catch(null)]))

/** Reads what the counts and `priced` have of a request; a damaged one has no model, and so no price. */
export function pricedRequest(stored: string): PricedRequest {
  if (stored === '') return { model: '' }
  const [model, size, n] = storedSchema.parse(stored)
  return { model, size, n }
}
