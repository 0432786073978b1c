import type { z } from 'zod'

/** One route of the contract: its input, and the output of its handler. */
export const route = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output })
