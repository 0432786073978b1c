import { z } from 'zod'

/** What is known about the addresses inside the network that a connection's images may be at. */
export const originsSchema = z.object({
  /** Whether the service itself is inside, by its origin, once that is known. */
  inside: z.record(z.string(), z.boolean()),
  /** Origins the user was asked about and didn't allow: their images wait, and the question isn't repeated. */
  declined: z.array(z.string()),
})

export type ConnectionOrigins = z.infer<typeof originsSchema>

export const noOrigins: ConnectionOrigins = { inside: {}, declined: [] }
