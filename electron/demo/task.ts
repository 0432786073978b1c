import { demoModels } from '@shared/processes/demo'
import { z } from 'zod'

/**
 * Everything there is to know about a task. Its start and end are decided when it is accepted, so its state depends
 * only on the record and the clock. It continues while the service is down.
 */
export const taskSchema = z.object({
  id: z.string(),
  /** Its place in the order of requests; seeds what is drawn. */
  number: z.number().int().min(1),
  model: z.enum(demoModels),
  prompt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  n: z.number().int().min(1),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  startsAt: z.number(),
  endsAt: z.number(),
  fails: z.boolean(),
  /** 0-based indices. */
  refusedImages: z.array(z.number().int()),
})

export type Task = z.infer<typeof taskSchema>

export type ItemStatus = 'pending' | 'processing' | 'completed' | 'failed'

/** When an image of a task is done: they finish one after another, the last one together with the task. */
function itemEndsAt({ startsAt, endsAt, n }: Task, index: number): number {
  return startsAt + ((endsAt - startsAt) * (index + 1)) / n
}

export const isRefused = ({ refusedImages }: Task, index: number): boolean => refusedImages.includes(index)

/** `drawn`: whether the image's file exists; until it does, an item counts as being worked on even after its time. */
export function itemStatus(task: Task, index: number, now: number, drawn: boolean): ItemStatus {
  if (now < task.startsAt) return 'pending'
  if (now < itemEndsAt(task, index)) return 'processing'
  if (task.fails) return now < task.endsAt ? 'processing' : 'failed'
  if (isRefused(task, index)) return 'failed'
  return drawn ? 'completed' : 'processing'
}

/** Failed only if it yielded nothing: a task with one image out of four is completed. */
export function taskStatus(items: readonly ItemStatus[]): ItemStatus {
  if (items.every((item) => item === 'pending')) return 'pending'
  if (items.every((item) => item === 'failed')) return 'failed'
  return items.every((item) => item === 'completed' || item === 'failed') ? 'completed' : 'processing'
}

/** 0 to 100; 100 with status completed and no other. */
export function taskProgress({ startsAt, endsAt }: Task, status: ItemStatus, now: number): number {
  if (status === 'completed') return 100
  if (now <= startsAt) return 0
  return Math.min(99, Math.floor((100 * (now - startsAt)) / Math.max(endsAt - startsAt, 1)))
}
