import { z } from 'zod'

/** The demo service's models, the default first. */
export const demoModels = ['aurora-2', 'aurora-2-fast', 'sketch-1'] as const

/** Credits per request, to show what sums look like: nothing is billed. */
export const demoPrices: Readonly<Record<(typeof demoModels)[number], number>> = {
  'aurora-2': 2,
  'aurora-2-fast': 1,
  'sketch-1': 0.5,
}

/** Options of the demo service, passed as one JSON argument. */
export const demoOptionsSchema = z.object({
  /** Tasks, files and the journal are kept here and survive the process. */
  folder: z.string(),
  /** The key a caller must present; by default a random one of its own, kept in the folder. */
  key: z.string().optional(),
  /** 0 for any free port. */
  port: z.number().int().min(0).max(65_535).default(0),
  seed: z.number().int().default(1),
  /** Median duration of a task in milliseconds; each task's own follows from the seed. */
  taskMs: z.number().int().min(0).default(4000),
  /** Durations are log-normal: two of three tasks are within the factor e^spread of the median. */
  spread: z.number().min(0).max(3).default(0.35),
  /** Tasks that run at once; the others are pending. */
  slots: z.number().int().min(1).default(4),
  /** Pixels per side of an image that was requested without a size; null for sizes of several ratios. */
  side: z.number().int().min(256).max(2048).nullable().default(null),
  /** Images are PNGs of one colour, for tests: nothing is drawn, and no imaging library is loaded. */
  plain: z.boolean().default(false),
  /** How many milliseconds a result URL works; null for ever. */
  urlLifetimeMs: z.number().int().min(1).nullable().default(null),
  /** The share of items to refuse, 0 to 1, chosen by the seed. */
  refusedShare: z.number().min(0).max(1).default(0),
})

/** Sent by the demo service once it listens on 127.0.0.1. */
export const demoMessageSchema = z.object({
  kind: z.literal('listening'),
  port: z.number().int(),
  /** What a caller must present. */
  key: z.string(),
})

export type DemoOptions = z.infer<typeof demoOptionsSchema>
export type DemoMessage = z.infer<typeof demoMessageSchema>
