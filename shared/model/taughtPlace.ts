import { z } from 'zod'

/** How many names and indexes may lead to a value that the user points at. */
export const answerPathMaximum = 40

/** Names and indexes from the root of an answer to a value in it; JSON inside a string counts as read. */
export const answerPathSchema: z.ZodType<readonly (string | number)[]> = z
  .array(z.union([z.string().max(1000), z.number().int().min(0)]))
  .min(1)
  .max(answerPathMaximum)

/** What the user may say of a value in an answer. `askAt`: it is the address at which tasks are asked for. */
export const taughtRoleSchema = z.enum(['image', 'taskId', 'askAt'])

/** A place in a connection's answers that the user taught: `*` stands for every entry of a list. */
export const taughtPlaceSchema = z.object({
  role: taughtRoleSchema.exclude(['askAt']),
  path: answerPathSchema,
})

/** The most places of one connection; with more, the oldest is forgotten. */
export const taughtMaximum = 20

export const taughtPlacesSchema = z.array(taughtPlaceSchema).max(taughtMaximum)

export type AnswerPath = z.infer<typeof answerPathSchema>
export type TaughtRole = z.infer<typeof taughtRoleSchema>
export type TaughtPlace = z.infer<typeof taughtPlaceSchema>

/** The same place in any answer: the index of a list counts as every one. */
export const generalPath = (path: AnswerPath): AnswerPath =>
  path.map((step) => (typeof step === 'number' ? '*' : step))

/** Whether two places are the same. */
export const isSamePlace = (one: TaughtPlace, other: TaughtPlace): boolean =>
  one.role === other.role && JSON.stringify(one.path) === JSON.stringify(other.path)
