import type { z } from 'zod'

/** One route of the contract: what goes in, and what its handler answers. */
export const route = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output })
