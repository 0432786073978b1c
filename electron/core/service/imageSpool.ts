import { createHash } from 'node:crypto'
import { imageHash } from './answerLift'
import type { FoundImage } from './imageSources'
import type { ImageSource, TaskReading } from './reading'
import type { Spool } from './spool'
import type { FoundTask } from './taskReading'

/**
 * Writes the images of a reading that came as base64 to files, except those that were `lifted` out of the answer
 * before. `owner` identifies the task or the answer: reading it again gives the same files, and no two owners share
 * one.
 */
export async function spoolImages(
  task: FoundTask,
  options: {
    readonly owner: string
    readonly spool: Pick<Spool, 'write'>
    readonly lifted: Readonly<Record<string, string>>
  },
): Promise<TaskReading> {
  const { owner, spool, lifted } = options
  const { taskId, phase, status, progress, error } = task

  const alike = new Map<string, number>()

  async function sourceOf(image: FoundImage): Promise<ImageSource> {
    // Also where a URL should be: what was lifted is base64, whatever it was called.
    const path = lifted[image.kind === 'url' ? image.url : image.data]
    if (path !== undefined) return { kind: 'file', path }
    if (image.kind === 'url') return image
    const bytes = Buffer.from(image.data, 'base64')
    const digest = createHash('sha256').update(bytes).digest('hex')
    return { kind: 'file', path: await spool.write(`image-${imageHash(owner, digest, alike)}.bin`, bytes) }
  }

  const items = []
  for (const { image, ...item } of task.items)
    items.push({ ...item, source: image === null ? null : await sourceOf(image) })
  return { taskId, phase, status, progress, items, error }
}
