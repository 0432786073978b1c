import { z } from 'zod'
import { appErrorSchema } from '../errors'
import { type JobRequest, jobRequestSchema, modeSchema } from './draft'

export const jobStateSchema = z.enum([
  'queued',
  'sending',
  'running',
  'saving',
  'done',
  'failed',
  'cancelled',
  'uncertain',
])

/** `no`: certainly not; `maybe`: can't be known; `yes`: it led to an image or a finished task. */
export const billedSchema = z.enum(['no', 'maybe', 'yes'])

/**
 * `pending`: no image yet. `ready`: the service has it, but it isn't on disk yet. `saved`: in the library. `failed`:
 * the service refused it, or it can't be fetched. `expired`: its URL no longer answers. `abandoned`: the job ended
 * without it.
 */
export const itemStateSchema = z.enum(['pending', 'ready', 'saved', 'failed', 'expired', 'abandoned'])

export const itemSchema = z.object({
  /** 0-based. */
  index: z.number().int().min(0),
  state: itemStateSchema,
  imageId: z.string().nullable(),
  error: appErrorSchema.nullable(),
})

/** What the user can do with a job. Paid actions say so in their labels. */
export const jobActionSchema = z.enum([
  /** Drop a job that wasn't sent. */
  'cancel',
  /** Stop polling a task; `waitAgain` resumes it. */
  'stopWaiting',
  'waitAgain',
  /** Free: ask the task and fetch what is missing. */
  'retryDownload',
  /**
   * Free: stop waiting for images that haven't been fetched; their addresses are kept, and `retryDownload` undoes this.
   */
  'giveUp',
  /** An uncertain job: the user has checked and considers it finished. */
  'settle',
  /** An uncertain job: send it once more under the same id; may be billed twice. */
  'sendAgain',
  /** A failed job, or the missing images: a new job with a new id; billed. */
  'retryAsNew',
  /** Its answer names another origin for its task: the connection's key may go there from now on. */
  'allowTaskOrigin',
  /** Its connection was removed: brings it back, so that it can be given a new key. */
  'restoreConnection',
  'openServicePage',
  /** Save what came instead of an image, wherever the user likes. */
  'saveKept',
])

/** How a job is told from the others of its batch. */
export const inBatchSchema = z.object({
  /** The words that they all share, as far as they stand together; empty if they would tell too little. */
  about: z.string(),
  /** What its own prompt has besides them; empty if it has nothing else. */
  differs: z.string(),
  /** If all prompts are the same: which of them it is, 1-based, and how many there are. */
  place: z.object({ at: z.number().int().min(1), of: z.number().int().min(2) }).nullable(),
})

export const jobSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  connectionId: z.string(),
  mode: modeSchema,
  request: jobRequestSchema,
  /** The user's name for it, from the table it came from. */
  name: z.string().nullable(),
  /** Null if it is the only one of its batch, or if their prompts have little in common. */
  inBatch: inBatchSchema.nullable(),
  /** How many images were asked for or, if the service names more, how many it names; at least 1. */
  images: z.number().int().min(1),
  state: jobStateSchema,
  /** Images saved so far. */
  saved: z.number().int().min(0),
  /** 0 to 100, for display; null if the service hasn't reported it. */
  progress: z.number().min(0).max(100).nullable(),
  taskId: z.string().nullable(),
  /** Why it is in this state: the failure, or what it is waiting for after one. */
  error: appErrorSchema.nullable(),
  /** Set when a running task needs the user: unknown for a day, finished without an image. */
  attention: appErrorSchema.nullable(),
  billed: billedSchema,
  /** True if the user chose to stop waiting for this task. */
  waitingStopped: z.boolean(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  /** When the last request was answered or given up; null while it is open, or if the app ended first. */
  answeredAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
  /** Before this time it isn't sent, or its images aren't asked for: milliseconds since the epoch. */
  notBefore: z.number().nullable(),
  items: z.array(itemSchema),
  /** How many pictures were found in its answers that the user may take as its images: `found.list` lists them. */
  found: z.number().int().min(0),
  /** What may be done now, most likely first. */
  actions: z.array(jobActionSchema),
})

/** How many images a request asks for. Without a number the service chooses: at least one. */
export function askedImages({ n }: Pick<JobRequest, 'n'>): number {
  return n ?? 1
}

export type JobState = z.infer<typeof jobStateSchema>

/**
 * The parts of a batch's progress. `stopped`: the user no longer waits for the task. `settled`: failed, and accepted
 * as such by the user.
 */
export const jobStages = [
  'waiting',
  'running',
  'stopped',
  'needsYou',
  'done',
  'failed',
  'settled',
  'cancelled',
] as const
export type JobStage = (typeof jobStages)[number]

/** The part to which a state counts, as long as the job asks for nothing of the user. */
export const stageOf: Readonly<Record<JobState, JobStage>> = {
  queued: 'waiting',
  sending: 'running',
  running: 'running',
  saving: 'running',
  uncertain: 'needsYou',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

export type InBatch = z.infer<typeof inBatchSchema>
export type Billed = z.infer<typeof billedSchema>
export type ItemState = z.infer<typeof itemStateSchema>
export type Item = z.infer<typeof itemSchema>
export type JobAction = z.infer<typeof jobActionSchema>
export type Job = z.infer<typeof jobSchema>
