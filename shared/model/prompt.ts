import { z } from 'zod'

/** The most characters of a prompt, whether typed or made from a template. */
export const promptMaximum = 1_000_000

/** How many prompts are remembered; of several with the same words, only the newest. */
export const historyMaximum = 1000

/** How many characters of a prompt a list shows. */
export const openingLength = 300

/** The most characters of a variable's name. */
export const variableNameMaximum = 200

/** Values are kept for at most this many variables at once. */
export const variablesMaximum = 200

/** The values of each variable of a prompt, one per line. */
export const variablesSchema = z
  .record(z.string().min(1).max(variableNameMaximum), z.string().max(promptMaximum))
  .refine((variables) => Object.keys(variables).length <= variablesMaximum)

/** The most characters of a template’s name. */
export const templateNameMaximum = 200

export const templateNameSchema = z.string().trim().min(1, 'templateNameEmpty').max(templateNameMaximum)

/** A prompt as it was queued, before expansion. */
export const historyRowSchema = z.object({
  /** Grows with use: a higher number is newer. */
  number: z.number().int(),
  opening: z.string(),
})

export const historyPromptSchema = z.object({ number: z.number().int(), prompt: z.string() })

/** A prompt kept under a name. */
export const templateRowSchema = z.object({ id: z.string(), name: z.string(), opening: z.string() })

export const promptTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  prompt: z.string(),
  variables: variablesSchema,
})

export const usedFieldSchema = z.enum(['model', 'size'])

/** What was sent to a connection before, the most recent first. */
export const usedValuesSchema = z.object({ model: z.array(z.string()), size: z.array(z.string()) })

export type Variables = z.infer<typeof variablesSchema>
export type HistoryRow = z.infer<typeof historyRowSchema>
export type HistoryPrompt = z.infer<typeof historyPromptSchema>
export type TemplateRow = z.infer<typeof templateRowSchema>
export type PromptTemplate = z.infer<typeof promptTemplateSchema>
export type UsedField = z.infer<typeof usedFieldSchema>
export type UsedValues = z.infer<typeof usedValuesSchema>
