import { join } from 'node:path'
import { jobRequestSchema, modeSchema } from '@shared/model/draft'
import { imageFormatSchema, placeholderSchema } from '@shared/model/image'
import { promptMaximum } from '@shared/model/prompt'
import { z } from 'zod'
import { rm } from '../drive'
import { syncFile } from '../durability'
import { isId } from '../ids'
import { readPlain, replacePlain } from '../plainFile'
import { systemCode } from '../systemCode'
import { isImagePath, itemName } from './imageName'
import type { NewImage } from './library'
import { hasOwnRecords, isAbsence, mendOwn, recordsFolder } from './libraryFolders'
import { recordedMarksSchema } from './recordedMarks'

/** The largest record, in bytes; prompts this long have never been sent. */
const longest = 16 * 1024 * 1024
/** The last millisecond of the last year with four digits. */
const lastTime = 253_402_300_799_999

/** Anyone who shares the library may have written it: nothing in it may lead out of the library or the profile. */
const recordSchema = z.object({
  version: z.literal(1),
  /** Inside the library, forward slashes. */
  file: z.string().refine(isImagePath),
  image: z.object({
    id: z.string().refine(isId),
    jobId: z.string(),
    index: z.number().int().min(0),
    of: z.number().int().min(1).max(1_000_000),
    format: imageFormatSchema,
    width: z.number().int().min(1),
    height: z.number().int().min(1),
    /** Missing in records of earlier versions, which accepted only decoded images. */
    decoded: z.boolean().default(true),
    /** Missing in records of earlier versions. */
    placeholder: placeholderSchema.nullable().default(null),
    bytes: z.number().int().min(0),
    sha256: z.string(),
    asked: jobRequestSchema.extend({ mode: modeSchema, prompt: z.string().max(promptMaximum) }),
    revisedPrompt: z.string().nullable(),
    connectionId: z.string(),
    connectionName: z.string(),
    taskId: z.string().nullable(),
    tookMs: z.number().int().min(0).nullable(),
    createdAt: z.number().int().min(0).max(lastTime),
  }) satisfies z.ZodType<NewImage>,
  /** Missing in records of earlier versions. */
  marks: recordedMarksSchema,
})

export type ImageRecord = Omit<z.infer<typeof recordSchema>, 'version'>

const recordPath = (library: string, jobId: string, index: number): string =>
  join(recordsFolder(library), `${itemName(jobId, index)}.json`)

/**
 * Writes what a row holds apart from the image, so that the row can be recreated. This is written before the image is
 * put in place, so that a file without a row has a record. Not fsynced: a record lost in a power cut is recreated from
 * the job. A record that a newer version wrote stays as it is: it says more than this version knows.
 */
export async function writeRecord(library: string, record: ImageRecord): Promise<void> {
  const { jobId, index } = record.image
  const path = recordPath(library, jobId, index)
  await mendOwn(recordsFolder(library))
  if (await isOfNewerVersion(path)) return
  const text = JSON.stringify({ version: 1, ...record } satisfies z.input<typeof recordSchema>)
  await replacePlain(path, text)
}

const versionSchema = z.object({ version: z.number().int().min(2) })

async function isOfNewerVersion(path: string): Promise<boolean> {
  const text = await readPlain(path, longest).catch(() => null)
  try {
    return text !== null && versionSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** The same, and it survives a power cut: nothing but the database knows the marks besides. */
export async function writeLastingRecord(library: string, record: ImageRecord): Promise<void> {
  await writeRecord(library, record)
  await syncFile(recordPath(library, record.image.jobId, record.image.index))
}

/** Errors after which a record will never be readable. */
const lasting: ReadonlySet<string | null> = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP'])

/** Null if there is none or it isn't a valid record. Throws if that can't be determined now. */
export async function readRecord(library: string, jobId: string, index: number): Promise<ImageRecord | null> {
  try {
    if (!(await hasOwnRecords(library))) return null
    const text = await readPlain(recordPath(library, jobId, index), longest)
    if (text === null) return null
    const record = recordSchema.parse(JSON.parse(text))
    return record.image.jobId === jobId && record.image.index === index ? record : null
  } catch (problem) {
    const code = systemCode(problem)
    if (code === null || isAbsence(problem) || lasting.has(code)) return null
    throw problem
  }
}

/** Returns whether there was one. */
export async function removeRecord(library: string, jobId: string, index: number): Promise<boolean> {
  try {
    if (!(await hasOwnRecords(library))) return false
    await rm(recordPath(library, jobId, index))
    return true
  } catch (problem) {
    if (isAbsence(problem)) return false
    throw problem
  }
}
