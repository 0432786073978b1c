import { createHash } from 'node:crypto'
import { imageHash } from './answerLift'
import type { AnswerImage } from './answers/images'
import type { RawAnswer } from './answers/rawAnswer'
import type { ImageSource, TaskReading } from './answers/reading'
import type { FoundTask } from './answers/taskReading'
import type { Spool } from './spool'

interface SpoolingOptions {
  /** Identifies the task or the answer: reading it again gives the same files, and no two owners share one. */
  readonly owner: string
  readonly spool: Pick<Spool, 'write'>
  /** Files of what was taken out of the answer before, by their marks in it. */
  readonly lifted: Readonly<Record<string, string>>
}

/** Writes images that came as base64 to files, except those that were `lifted` out of the answer before. */
function createSourceOf({ owner, spool, lifted }: SpoolingOptions) {
  const alike = new Map<string, number>()

  return async (image: AnswerImage): Promise<ImageSource> => {
    // Also where a URL should be: what was lifted is base64, whatever it was called.
    const path = lifted[image.kind === 'url' ? image.url : image.data]
    if (path !== undefined) return { kind: 'file', path }
    if (image.kind === 'url') return image
    const bytes = Buffer.from(image.data, 'base64')
    const digest = createHash('sha256').update(bytes).digest('hex')
    return { kind: 'file', path: await spool.write(`image-${imageHash(owner, digest, alike)}.bin`, bytes) }
  }
}

/** Where each of these images is now, in their order. */
export async function imageSources(
  images: readonly AnswerImage[],
  options: SpoolingOptions,
): Promise<readonly ImageSource[]> {
  const sourceOf = createSourceOf(options)
  const sources: ImageSource[] = []
  for (const image of images) sources.push(await sourceOf(image))
  return sources
}

/** A reading whose images are on disk, or at an address. */
export async function spoolImages(task: FoundTask, options: SpoolingOptions): Promise<TaskReading> {
  const { taskId, phase, status, progress, error, askAt, isProvisional } = task
  const sourceOf = createSourceOf(options)
  const items = []
  for (const { image, path: _, ...item } of task.items)
    items.push({ ...item, source: image === null ? null : await sourceOf(image) })
  const found: ImageSource[] = []
  for (const { image } of task.found) found.push(await sourceOf(image))
  return { taskId, phase, status, progress, items, error, askAt, isProvisional, found }
}

/** All that a reading names, found or called an image. */
export const sourcesOf = ({ items, found }: TaskReading): readonly (ImageSource | null)[] => [
  ...items.map(({ source }) => source),
  ...found,
]

/** The files that were lifted out of an answer, besides these. */
export function filesBesides(
  { lifted }: RawAnswer,
  sources: readonly (ImageSource | null)[],
): readonly string[] {
  const paths = new Set(sources.map((source) => (source?.kind === 'file' ? source.path : null)))
  return Object.values(lifted).filter((path) => !paths.has(path))
}

/** The reading of an answer after which nothing more comes: whatever else is in it may be the image. */
export function withOtherFiles(reading: TaskReading, answer: RawAnswer): TaskReading {
  const others = filesBesides(answer, sourcesOf(reading))
  return { ...reading, found: [...reading.found, ...others.map((path) => ({ kind: 'file' as const, path }))] }
}
