import { z } from 'zod'

/** One route of the contract: its input, and the output of its handler. */
export const route = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output })

export const nothing = z.null()

/** Rows of a list by position, at most 500 at once. */
export const rowWindow = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }
