import { z } from 'zod'

/** What is known of the hosts inside the network that a connection's images are said to lie at. */
export const hostsSchema = z.object({
  /** The service's own, by its origin; none for a service outside. An origin that is missing has not been found yet. */
  own: z.record(z.string(), z.array(z.string())),
  /** Asked about, and not allowed: their images wait, and nobody is asked again. */
  declined: z.array(z.string()),
})

export type ConnectionHosts = z.infer<typeof hostsSchema>

export const noHosts: ConnectionHosts = { own: {}, declined: [] }
