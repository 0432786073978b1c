import { z } from 'zod'
import { appErrorSchema } from '../errors'

/** Why a file can't be brought in. */
export const bringingProblemSchema = z.enum([
  'notAnImage',
  'damaged',
  'gone',
  'unreadable',
  'silent',
  'changed',
  'tooLarge',
  'link',
  'undecodable',
  /** It is inside a library, or at an address of a network, so it can only be copied. */
  'unleavable',
])

/** The most files that are looked at. */
export const bringingMaximum = 50_000
/** The most files that are named one by one. */
export const namedMaximum = 200

const count = z.number().int().min(0)

/** `named`: the first of them; `name` is only for display. */
const unbroughtSchema = z.object({
  count,
  named: z.array(z.object({ name: z.string(), problem: bringingProblemSchema })).max(namedMaximum),
})

/**
 * Images that were made elsewhere, on their way into the library. Nothing is copied before the user has seen what it
 * would be. There is one at a time, and it goes on after a restart.
 */
export const bringingSchema = z.discriminatedUnion('stage', [
  /** Files looked at so far. */
  z.object({ stage: z.literal('looking'), files: count }),
  z.object({
    stage: z.literal('looked'),
    /** Those that would be brought in, and their bytes. */
    images: count,
    bytes: count,
    /** How many of them say with which prompt they were made. */
    prompts: count,
    /** In the library already. */
    known: count,
    unread: unbroughtSchema,
    /** There are more files than are looked at. */
    isCut: z.boolean(),
  }),
  z.object({
    stage: z.literal('running'),
    done: count,
    total: count,
    /** What it waits for; null while it goes on. */
    problem: appErrorSchema.nullable(),
  }),
  z.object({
    stage: z.literal('ended'),
    brought: count,
    known: count,
    failed: unbroughtSchema,
    /** Left out, because the user stopped it. */
    left: count,
  }),
])

export type BringingProblem = z.infer<typeof bringingProblemSchema>
export type Unbrought = z.infer<typeof unbroughtSchema>
export type Bringing = z.infer<typeof bringingSchema>
