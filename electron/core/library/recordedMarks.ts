import { batchNameMaximum } from '@shared/model/batch'
import { collectionNameSchema, collectionsMaximum } from '@shared/model/collection'
import { type ImageMarks, imageMarksSchema, noMarks, noteMaximum } from '@shared/model/imageMarks'
import { z } from 'zod'
import { isId } from '../ids'
import type { RecordedCollection } from './collections/memberRows'
import { readPosition } from './collections/positions'

/** The batch that an image came from. */
export interface RecordedBatch {
  readonly id: string
  readonly name: string
}

/** All that the user made of an image, also that it was deleted: its record in the library has it too. */
export interface RecordedMarks extends ImageMarks {
  readonly note: string
  /** Milliseconds since the epoch; null if it isn't deleted. */
  readonly deletedAt: number | null
  /** The collections it is in. */
  readonly collections: readonly RecordedCollection[]
  /** Null if it came from none, or if that isn't known. */
  readonly batch: RecordedBatch | null
}

export const unmarked: RecordedMarks = { ...noMarks, note: '', deletedAt: null, collections: [], batch: null }

/**
 * The marks of an image that gets its row from its record. A deleted one counts as deleted now: the user sees it in the
 * trash from now on, and it is there for as long as the trash keeps what is deleted today.
 */
export const marksFrom = (now: number, { deletedAt, ...marks }: RecordedMarks): RecordedMarks => ({
  ...marks,
  deletedAt: deletedAt === null ? null : now,
})

const { flag, rating, favourite } = imageMarksSchema.shape

const recordedCollectionSchema = z.object({
  name: collectionNameSchema,
  position: z.string().transform(readPosition).catch(null),
})

/** One that can't be read doesn't harm the others. */
const recordedCollectionsSchema = z
  .array(z.unknown())
  .transform((all) =>
    all.slice(0, collectionsMaximum).flatMap((one) => recordedCollectionSchema.safeParse(one).data ?? []),
  )

const recordedBatchSchema = z.object({
  id: z.string().refine(isId),
  /** Empty if it was called by its prompts. */
  name: z.string().max(batchNameMaximum),
})

/** An image isn't lost with marks that can't be read, nor one mark with another: earlier versions had fewer. */
export const recordedMarksSchema: z.ZodType<RecordedMarks> = z
  .object({
    flag: flag.catch(unmarked.flag),
    rating: rating.catch(unmarked.rating),
    favourite: favourite.catch(unmarked.favourite),
    note: z.string().max(noteMaximum).catch(unmarked.note),
    deletedAt: z.number().int().min(0).nullable().catch(unmarked.deletedAt),
    collections: recordedCollectionsSchema.catch([]),
    batch: recordedBatchSchema.nullable().catch(unmarked.batch),
  })
  .catch(() => ({ ...unmarked, collections: [] }))
