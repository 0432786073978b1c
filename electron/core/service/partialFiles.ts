import { uptime } from 'node:os'
import { z } from 'zod'
import { constants, lstat, open, rm, stat, writeFile } from '../drive'
import { syncFile } from '../durability'
import { readPlain, replacePlain, unfollowed } from '../plainFile'
import { systemCode } from '../systemCode'
import { isSendableValidator } from './endpoints'
import type { FileWork } from './serviceClient'

const recordSchema = z.object({
  /** The address, without the parts that a fresh signature changes. */
  url: z.string(),
  /** A strong ETag or a Last-Modified date; null if the rest can't be requested. */
  validator: z.string().refine(isSendableValidator).nullable(),
  /** The length of the whole file in bytes, if known. */
  length: z.number().nullable(),
  /** All of it is here and durable. */
  whole: z.boolean(),
})

/** Describes a download's file; kept beside it so that the next run of the app can continue. */
export type PartialRecord = z.infer<typeof recordSchema>

/** What an earlier attempt left behind. */
export interface Partial extends PartialRecord {
  /** Bytes on disk; complete if there are as many as `length`, though they may not be durable yet. */
  readonly bytes: number
}

/** The largest record, in bytes; nobody sends addresses this long. */
const longest = 1024 * 1024

const writing = constants.O_WRONLY | constants.O_CREAT | unfollowed
const emptying = writing | constants.O_TRUNC
const appending = writing | constants.O_APPEND

const recordPath = (path: string): string => `${path}.json`

/**
 * Null if there is nothing to continue, or if it isn't what this URL began. A part from before the computer started
 * doesn't count, since nobody knows what a power cut left of it. Nor does a link to a file elsewhere.
 */
export async function findPartial(path: string, url: string): Promise<Partial | null> {
  try {
    const text = await readPlain(recordPath(path), longest)
    if (text === null) return null
    const record = recordSchema.parse(JSON.parse(text))
    const { size, mtimeMs } = await stat(path)
    if (record.url !== url || size === 0 || (await isLink(path))) return null
    const isAll = size === record.length
    if (record.whole) return isAll ? { ...record, bytes: size } : null
    const isOfThisBoot = mtimeMs > Date.now() - uptime() * 1000
    return isOfThisBoot && (isAll || record.validator !== null) ? { ...record, bytes: size } : null
  } catch {
    return null
  }
}

/**
 * Empties the file, then notes what it will hold, so that a record is never beside the bytes of another download.
 * Throws Unwritable.
 */
export async function beginPartial(path: string, record: PartialRecord): Promise<void> {
  await asWrite(async () => {
    if (await isLink(path)) await rm(path, { force: true })
    await writeFile(path, '', { flag: emptying })
    await writeRecord(path, record)
  })
}

/** Records that the whole file is here. Throws Unwritable. */
export async function endPartial(path: string, record: Omit<PartialRecord, 'whole'>): Promise<void> {
  await asWrite(async () => {
    await syncFile(path)
    await writeRecord(path, { ...record, whole: true })
  })
}

/**
 * Whether a path leads to a file elsewhere, by a symbolic or a hard link: someone who shares the library may have put
 * it there.
 */
async function isLink(path: string): Promise<boolean> {
  try {
    const found = await lstat(path)
    return found.isSymbolicLink() || (found.isFile() && found.nlink > 1)
  } catch (problem) {
    if (systemCode(problem) === 'ENOENT') return false
    throw problem
  }
}

const writeRecord = (path: string, record: PartialRecord): Promise<void> =>
  replacePlain(recordPath(path), JSON.stringify(record))

/** The file is in place, or another one replaced it. */
export async function forgetPartial(path: string): Promise<void> {
  await rm(recordPath(path), { force: true })
}

/** What arrived is useless. The file goes first: one without a record counts as whole. */
export async function discardPartial(path: string): Promise<void> {
  await rm(path, { force: true })
  await forgetPartial(path)
}

/** Whether a download is here that was whole, and whose record was forgotten once its file was in place. */
export async function wasPlaced(path: string): Promise<boolean> {
  const isPlain = await lstat(path).then(
    (found) => found.isFile() && found.nlink === 1 && found.size > 0,
    () => false,
  )
  if (!isPlain) return false
  return lstat(recordPath(path)).then(
    () => false,
    (problem) => systemCode(problem) === 'ENOENT',
  )
}

/** More arrived than allowed. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The disk or folder refused it; `cause` has the system's error. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/**
 * Writes chunks at the end of a file that holds `start` bytes. Returns its new length; throws TooLong or Unwritable,
 * and anything the chunks throw.
 */
export async function append(
  path: string,
  start: number,
  chunks: AsyncIterable<unknown>,
  { maximumBytes, files }: { readonly maximumBytes: number; readonly files: FileWork },
): Promise<number> {
  const file = await asWrite(() => files(() => open(path, appending)))
  let length = start
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue
      length += chunk.byteLength
      if (length > maximumBytes) throw new TooLong()
      await asWrite(() => files(() => file.writeFile(chunk)))
    }
    return length
  } finally {
    await files(() => file.close())
  }
}

async function asWrite<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw new Unwritable('write', { cause: error })
  }
}
