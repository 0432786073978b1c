import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { modeSchema } from './draft'

/** How many attempts of a job are listed: the newest. */
export const attemptsMaximum = 100

/** How many characters of a body are shown; a copy has all of them. */
export const shownCharacters = 100_000

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

/** What was sent for a job, and what came back, as far as it is kept. */
export const jobExchangeSchema = z.object({
  /** In Background, only the first answer is kept: what is asked about the task later isn't. */
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
    messageSchema.extend({
      kind: z.literal('kept'),
      status: z.number().int(),
      /** False if part of it is missing. */
      complete: z.boolean(),
      /** How many images it contained itself; a mark stands for each. */
      images: z.number().int(),
    }),
  ]),
})

/** Shells that a request can be copied for, as a curl command. */
export const shellSchema = z.enum(['bash', 'powerShell', 'cmd'])
export const copyFormSchema = z.enum(['json', ...shellSchema.options])

export type JobExchange = z.infer<typeof jobExchangeSchema>
export type JobHistory = z.infer<typeof jobHistorySchema>
export type Shell = z.infer<typeof shellSchema>
export type CopyForm = z.infer<typeof copyFormSchema>
