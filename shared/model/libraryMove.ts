import { z } from 'zod'
import { appErrorSchema } from '../errors'

/** What a move would do, before the user agrees. */
export const movePlanSchema = z.object({
  /** Names it for `library.move`; the latest only. */
  plan: z.number().int(),
  /** Absolute paths, only for display. */
  source: z.string(),
  target: z.string(),
  images: z.number().int(),
  bytes: z.number().int(),
  /** Another profile uses the library too, and will miss them. */
  isShared: z.boolean(),
})

export const moveSteps = [
  /** Images are copied and verified; the originals are all there. */
  'copying',
  /** All are there: the originals are removed. */
  'removing',
  /** Cancelled: the copies are removed. */
  'undoing',
  'done',
  'undone',
] as const

/** A move that goes on, or the result of the last one until the user has read it. */
export const libraryMoveSchema = z.object({
  source: z.string(),
  target: z.string(),
  step: z.enum(moveSteps),
  paused: z.boolean(),
  images: z.number().int(),
  bytes: z.number().int(),
  /** Of the current step. */
  doneImages: z.number().int(),
  doneBytes: z.number().int(),
  /** Null while unknown. */
  bytesPerSecond: z.number().nullable(),
  msLeft: z.number().nullable(),
  /** Why it waits. */
  problem: appErrorSchema.nullable(),
  /** Images that couldn’t be read: they stay where they were. */
  unread: z.number().int(),
  /**
   * Originals that couldn’t be removed: they stay in the source. If it was cancelled, copies that were edited while they
   * were the images: they stay in the target.
   */
  kept: z.number().int(),
  /** Files of the source that aren’t ours: they stay where they are. */
  otherFiles: z.number().int(),
})

export const moveActionSchema = z.enum(['pause', 'resume', 'cancel', 'dismiss'])

export type MovePlan = z.infer<typeof movePlanSchema>
export type MoveStep = (typeof moveSteps)[number]
export type LibraryMove = z.infer<typeof libraryMoveSchema>
export type MoveAction = z.infer<typeof moveActionSchema>

export const isMoveOver = (step: MoveStep): boolean => step === 'done' || step === 'undone'
