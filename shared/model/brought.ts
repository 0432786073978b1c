import { z } from 'zod'
import { modelMaximum } from './connection'
import { promptMaximum } from './prompt'

/** The most facts that are kept of a file. */
export const factsMaximum = 40
/** The most characters of a fact, and of its name. */
export const factMaximum = 10_000
export const factNameMaximum = 60
/** The most characters of the name of a tool. */
export const toolMaximum = 200

/** The name of the fact that every tool has, whatever it calls it; the others have the names that the tool gave them. */
export const negativePrompt = 'negative_prompt'

/** Kept as text: a seed, a negative prompt, the steps. */
const factSchema = z.object({ name: z.string().max(factNameMaximum), value: z.string().max(factMaximum) })

/** What a file says about how it was made. Nobody vouches for it. */
export const provenanceSchema = z.object({
  /** Null if none was found, or if it isn't clear which one it was. */
  prompt: z.string().max(promptMaximum).nullable(),
  model: z.string().max(modelMaximum).nullable(),
  /** The program that made it. */
  tool: z.string().max(toolMaximum).nullable(),
  facts: z.array(factSchema).max(factsMaximum),
  /** Milliseconds since the epoch. */
  madeAt: z.number().int().nullable(),
})

/** The same of an image in the library, with whether its file has Content Credentials (C2PA); they aren't verified. */
export const fileAccountSchema = provenanceSchema.extend({
  hasCredentials: z.boolean(),
  /** Whether its pixels hide a text, which isn't read; null if they weren't looked at. */
  hidesText: z.boolean().nullable(),
})

/** What is kept of an image that was made elsewhere, besides its prompt and model. */
export const broughtSchema = provenanceSchema.pick({ tool: true, facts: true }).extend({
  /** What its file was called. */
  name: z.string().max(255),
})

export type Provenance = z.infer<typeof provenanceSchema>
export type FileAccount = z.infer<typeof fileAccountSchema>
export type Brought = z.infer<typeof broughtSchema>
