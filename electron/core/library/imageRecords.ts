import { join } from 'node:path'
import { broughtSchema } from '@shared/model/brought'
import { askedSchema, fileFormatSchema, type ImageDetails, placeholderSchema } from '@shared/model/image'
import { isLeft, isLeftPath } from '@shared/model/leftFile'
import { promptMaximum } from '@shared/model/prompt'
import { z } from 'zod'
import { rm } from '../drive'
import { syncFile } from '../durability'
import { idPattern, isId } from '../ids'
import { readPlain, replacePlain } from '../plainFile'
import { systemCode } from '../systemCode'
import { isImagePath, itemName } from './imageName'
import type { NewImage } from './library'
import { hasOwnRecords, isAbsence, mendOwn, recordsFolder } from './libraryFolders'
import { type RecordedMarks, recordedMarksSchema } from './recordedMarks'

/** The largest record, in bytes; prompts this long have never been sent. */
const longest = 8 * 1024 * 1024
/** Pixels: a header can state no more. */
const longestSide = 0xffff_ffff
/** The last millisecond of the last year with four digits. */
const lastTime = 253_402_300_799_999

/**
 * Anyone who shares the library may have written it: nothing in it may lead out of the library or the profile. An image
 * that was left where it was lies outside; whoever reads such a file first makes sure that it has the image's bytes.
 */
const recordSchema = z.object({
  version: z.literal(1),
  /** Inside the library, with forward slashes; or where it was left. */
  file: z.string().refine((file) => isImagePath(file) || isLeftPath(file)),
  image: z.object({
    id: z.string().refine(isId),
    jobId: z.string(),
    index: z.number().int().min(0),
    of: z.number().int().min(1).max(1_000_000),
    format: fileFormatSchema,
    /** Both 0 if the format isn't one that is decoded. */
    width: z.number().int().min(0).max(longestSide),
    height: z.number().int().min(0).max(longestSide),
    /** Missing in records of earlier versions, which accepted only decoded images. */
    decoded: z.boolean().default(true),
    /** Missing in records of earlier versions. */
    placeholder: placeholderSchema.nullable().default(null),
    bytes: z.number().int().min(0),
    sha256: z.string(),
    asked: askedSchema.extend({ prompt: z.string().max(promptMaximum) }),
    revisedPrompt: z.string().nullable(),
    connectionId: z.string(),
    connectionName: z.string(),
    taskId: z.string().nullable(),
    tookMs: z.number().int().min(0).nullable(),
    createdAt: z.number().int().min(0).max(lastTime),
    /** Missing until the file was looked at. */
    hasCredentials: z.boolean().optional(),
    /** Missing in records of earlier versions, which brought in none. */
    brought: broughtSchema.nullable().default(null),
  }) satisfies z.ZodType<NewImage>,
  /** Missing in records of earlier versions. */
  marks: recordedMarksSchema,
})

export type ImageRecord = Omit<z.infer<typeof recordSchema>, 'version'>

/** What a row holds, as its record. */
export function recordOf(details: ImageDetails, marks: RecordedMarks): ImageRecord {
  const { prompt, file, outside, picture, flag, rating, favourite, note, collections, deletedAt, ...image } =
    details
  return { file, image, marks }
}

const recordName = new RegExp(`^(${idPattern})-([1-9]\\d{0,5})\\.json$`)

/** The item whose record has this name; null for any other file. */
export function recordedItem(name: string): { readonly jobId: string; readonly index: number } | null {
  const [, jobId, number] = recordName.exec(name) ?? []
  return jobId === undefined ? null : { jobId, index: Number(number) - 1 }
}

/** The item whose record a kill left half written under this name (see `replacePlain`); null for any other file. */
export function halfWrittenItem(name: string): ReturnType<typeof recordedItem> {
  const record = name.replace(/\.[0-9a-f]{16}\.new$/, '')
  return record === name ? null : recordedItem(record)
}

const recordPath = (library: string, jobId: string, index: number): string =>
  join(recordsFolder(library), `${itemName(jobId, index)}.json`)

/**
 * Writes what a row holds apart from the image, so that the row can be recreated. This is written before the image is
 * put in place, so that a file without a row has a record. Not fsynced: a record lost in a power cut is recreated from
 * the job. Returns false, and leaves the record as it is, if a newer version wrote it: it says more than this one knows.
 */
export async function writeRecord(library: string, record: ImageRecord): Promise<boolean> {
  const { jobId, index } = record.image
  await mendOwn(recordsFolder(library))
  const isNewer = newerSchema.safeParse(await readJson(library, jobId, index)).success
  if (isNewer) return false
  const text = JSON.stringify({ version: 1, ...record } satisfies z.input<typeof recordSchema>)
  await replacePlain(recordPath(library, jobId, index), text)
  return true
}

const newerSchema = z.object({ version: z.number().int().min(2) })

/** The same, and it survives a power cut: nothing but the database knows the marks besides. */
export async function writeLastingRecord(library: string, record: ImageRecord): Promise<boolean> {
  const isWritten = await writeRecord(library, record)
  if (isWritten) await syncFile(recordPath(library, record.image.jobId, record.image.index))
  return isWritten
}

/** Errors after which a record will never be readable. */
const lasting: ReadonlySet<string | null> = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP'])

/** Undefined if there is none, null if it will never be readable. Throws if that can't be determined now. */
async function readJson(library: string, jobId: string, index: number): Promise<unknown> {
  try {
    if (!(await hasOwnRecords(library))) return undefined
  } catch (problem) {
    return unread(problem)
  }
  return readJsonIn(library, jobId, index)
}

/** The same if the folder of records is known to be no link. */
async function readJsonIn(library: string, jobId: string, index: number): Promise<unknown> {
  try {
    const text = await readPlain(recordPath(library, jobId, index), longest)
    return text === null || !isPlainJson(text) ? null : JSON.parse(text)
  } catch (problem) {
    return unread(problem)
  }
}

function unread(problem: unknown): null | undefined {
  if (isAbsence(problem)) return undefined
  const code = systemCode(problem)
  if (code === null || lasting.has(code)) return null
  throw problem
}

/** What a record turned out to be; `newer`: a newer version wrote it. */
export type RecordLook = ImageRecord | 'absent' | 'newer' | 'unreadable'

/** The caller has just seen that the folder of records is no link. Throws if that can't be determined now. */
export async function lookForRecord(library: string, jobId: string, index: number): Promise<RecordLook> {
  return lookOf(await readJsonIn(library, jobId, index), jobId, index)
}

function lookOf(json: unknown, jobId: string, index: number): RecordLook {
  if (json === undefined) return 'absent'
  if (newerSchema.safeParse(json).success) return 'newer'
  const { data } = recordSchema.safeParse(json)
  if (data?.image.jobId !== jobId || data.image.index !== index) return 'unreadable'
  return isLeft(data.file) && data.image.brought === null ? 'unreadable' : data
}

/** Null if there is none or it isn't a valid record. Throws if that can't be determined now. */
export async function readRecord(library: string, jobId: string, index: number): Promise<ImageRecord | null> {
  const found = lookOf(await readJson(library, jobId, index), jobId, index)
  return typeof found === 'string' ? null : found
}

/**
 * Puts a record that a newer version wrote into another library as it is, in the place of ours: it says more. Returns
 * whether there was one. Throws if that can't be determined now.
 */
export async function carryNewerRecord(
  library: string,
  other: string,
  { jobId, index }: Pick<NewImage, 'jobId' | 'index'>,
): Promise<boolean> {
  const found = await readJson(library, jobId, index)
  if (!newerSchema.safeParse(found).success) return false
  await mendOwn(recordsFolder(other))
  await replacePlain(recordPath(other, jobId, index), JSON.stringify(found))
  return true
}

/** Whether there is one, whatever it says. Throws if that can't be determined now. */
export const hasRecord = async (library: string, jobId: string, index: number): Promise<boolean> =>
  (await readJson(library, jobId, index)) !== undefined

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

/** How many values a JSON text may have: far more than any of ours. */
const valuesMaximum = 20_000

/**
 * Whether a JSON text that others may have written has so few values that reading it keeps nobody waiting, however long
 * its texts are. Anything may be wrong with it otherwise.
 */
function isPlainJson(text: string): boolean {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfText(text, at)
    else if (character === ',' || character === '[' || character === '{') values++
    if (values > valuesMaximum) return false
  }
  return true
}

/** Where the text ends that begins at a quotation mark. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
