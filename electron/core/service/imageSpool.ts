import { createHash } from 'node:crypto'
import type { FoundImage } from './imageSources'
import type { ImageSource, TaskReading } from './reading'
import type { Spool } from './spool'
import type { FoundTask } from './taskReading'

/**
 * Takes the images that came as base64 out of a reading and into files. `owner` names the task or
 * the answer: read again it gives the same files, and no two owners share one.
 */
export async function spoolImages(task: FoundTask, owner: string, spool: Spool): Promise<TaskReading> {
  const { taskId, phase, status, progress, error } = task
  const items = []
  for (const { image, ...item } of task.items) {
    items.push({
      ...item,
      source: image === null ? null : await sourceOf(image, `${owner} ${item.index}`, spool),
    })
  }
  return { taskId, phase, status, progress, items, error }
}

async function sourceOf(image: FoundImage, owner: string, spool: Spool): Promise<ImageSource> {
  if (image.kind === 'url') return image
  const bytes = Buffer.from(image.data, 'base64')
  const name = createHash('sha256').update(owner).update('\0').update(bytes).digest('hex').slice(0, 40)
  return { kind: 'file', path: await spool.write(`image-${name}.bin`, bytes) }
}
