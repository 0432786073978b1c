import { z } from 'zod'

/** What is known of the places inside the network that a connection's images are said to lie at. */
export const originsSchema = z.object({
  /** Whether the service itself lies inside, by its origin, once that was found. */
  inside: z.record(z.string(), z.boolean()),
  /** Origins the person was asked about, and did not allow: their images wait, and nobody is asked again. */
  declined: z.array(z.string()),
})

export type ConnectionOrigins = z.infer<typeof originsSchema>

export const noOrigins: ConnectionOrigins = { inside: {}, declined: [] }
