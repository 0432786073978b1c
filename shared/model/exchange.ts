import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { modeSchema } from './draft'

/** How many attempts of a job are listed: the newest. */
export const attemptsMaximum = 100

/** How many characters of a body are shown; a copy has all of them. */
export const shownCharacters = 100_000

/** Characters of a value that is told, not shown. */
export const shortMaximum = 200

/** How an attempt ended. `interrupted`: Cyanotype ended before an answer came. */
export const attemptOutcomeSchema = z.enum([
  'accepted',
  'unsent',
  'limited',
  'refused',
  'failed',
  'uncertain',
  'interrupted',
])

export const attemptSchema = z.object({
  /** Counts up from 1. */
  number: z.number().int(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** Null while it is open. */
  outcome: attemptOutcomeSchema.nullable(),
  error: appErrorSchema.nullable(),
})

/** How a job's requests went, as far as that is kept. Times are milliseconds since the epoch. */
export const jobHistorySchema = z.object({
  queuedAt: z.number(),
  /** Oldest first, at most `attemptsMaximum`: the last ones. */
  attempts: z.array(
    attemptSchema.extend({
      /** When the answer to the paid request came; null without one. */
      answeredAt: z.number().nullable(),
      /** How often its task was asked about; null if that wasn't counted to the end. */
      polls: z.number().int().nullable(),
    }),
  ),
  attemptCount: z.number().int(),
})

const messageSchema = z.object({
  headers: z.record(z.string(), z.string()),
  /** At most `shownCharacters` of the body. */
  text: z.string(),
  /** Of the whole body in UTF-8. */
  bytes: z.number().int(),
  isCut: z.boolean(),
})

/** What a value of an answer was understood as. */
export const readRoleSchema = z.enum(['taskId', 'status', 'image', 'reason', 'askAt'])

/** A value of an answer that was understood. */
const understoodSchema = z.object({
  role: readRoleSchema,
  /** The index of its first character in the text that is shown, and of the one after its last. */
  start: z.number().int(),
  end: z.number().int(),
})

/** What an answer means as a whole. */
const meaningSchema = z.discriminatedUnion('kind', [
  /** `askAt`: the address at which it is asked for. `images`: how many came already. */
  z.object({
    kind: z.literal('task'),
    taskId: z.string(),
    askAt: z.string(),
    images: z.number().int(),
  }),
  z.object({ kind: z.literal('images'), images: z.number().int() }),
  /** Nothing says so, but these may be the images. */
  z.object({ kind: z.literal('found'), images: z.number().int() }),
  z.object({ kind: z.literal('refusal') }),
  z.object({ kind: z.literal('nothing') }),
])

const keptAnswerSchema = messageSchema.extend({
  kind: z.literal('kept'),
  status: z.number().int(),
  /** False if part of it is missing. */
  complete: z.boolean(),
  /** How many images it contained itself; a mark stands for each. */
  images: z.number().int(),
  /** Those of its values that were understood, in the order of the text; one may be there in several roles. */
  understood: z.array(understoodSchema),
  meaning: meaningSchema,
})

/** What was sent for a job, and what came back, as far as it is kept. */
export const jobExchangeSchema = z.object({
  /** Where there is a task, other answers about it than `polled` aren't kept. */
  mode: modeSchema,
  /** Newest first, at most `attemptsMaximum`; there may have been more. */
  attempts: z.array(attemptSchema),
  attemptCount: z.number().int(),
  /** The attempt that the request and the answer belong to. */
  number: z.number().int(),
  /** `Authorization` names a variable in place of the key. */
  request: messageSchema.extend({ method: z.literal('POST'), url: z.string() }),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    /** It came, but it is no longer kept. */
    z.object({ kind: z.literal('gone') }),
    keptAnswerSchema,
  ]),
  /** The first answer about its task in which something was found that may be its image, if there was one. */
  polled: keptAnswerSchema.optional(),
})

/** Shells that a request can be copied for, as a curl command. */
export const shellSchema = z.enum(['bash', 'powerShell', 'cmd'])
export const copyFormSchema = z.enum(['json', ...shellSchema.options])

export type JobExchange = z.infer<typeof jobExchangeSchema>
export type JobHistory = z.infer<typeof jobHistorySchema>
export type KeptAnswer = Extract<JobExchange['answer'], { kind: 'kept' }>
export type Understood = z.infer<typeof understoodSchema>
export type ReadRole = z.infer<typeof readRoleSchema>
export type Meaning = z.infer<typeof meaningSchema>
export type Shell = z.infer<typeof shellSchema>
export type CopyForm = z.infer<typeof copyFormSchema>
