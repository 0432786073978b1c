import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import { z } from 'zod'
import type { Database } from '../db/database'
import { lstat, realpath } from '../drive'
import { fileDigest } from '../library/fileDigest'
import { systemCode } from '../systemCode'
import { isDescribed } from './imageDescription'
import type { ImageFacts } from './imageFacts'

/** A file as it was left. */
const writtenFileSchema = z.object({
  /** Inside the destination, with forward slashes. */
  path: z.string(),
  bytes: z.number(),
  /** Microseconds since the epoch: of its contents, and of anything about it. */
  fileTime: z.number(),
  changeTime: z.number(),
  /** Of its contents; null if that isn't known. */
  sha256: z.string().nullable(),
})

export type WrittenFile = Readonly<z.infer<typeof writtenFileSchema>>

/** An image as it was written. */
export interface WrittenImage extends WrittenFile {
  /** The file with its description; null if there is none. */
  readonly sidecar: WrittenFile | null
}

export interface LedgerEntry extends WrittenImage {
  /** Which bytes of the image were exported. */
  readonly source: string
  /** How, see `settingsKey`. */
  readonly settings: string
}

/** What each recipe wrote to each destination: one file an image, the latest. What happened to it there is looked up. */
export interface Ledger {
  /** By image. */
  read(
    recipe: Pick<ExportRecipe, 'id'>,
    folder: string,
    imageIds: readonly string[],
  ): ReadonlyMap<string, LedgerEntry>
  /** Joins the current transaction. */
  note(
    place: { readonly recipeId: string; readonly folder: string; readonly imageId: string },
    entry: LedgerEntry,
  ): void
  /** Those of some absolute paths where an image was left, in the trash or not: these files aren't ours to replace. */
  leftImages(paths: readonly string[]): ReadonlySet<string>
  /** Forgets some of what a recipe wrote; returns whether there is more. */
  forget(recipeId: string): boolean
}

interface Row extends Omit<LedgerEntry, 'sidecar'> {
  readonly imageId: string
  readonly sidecar_json: string | null
}

/** Entries of a removed recipe that are forgotten at once. */
const forgottenAtOnce = 1_000

export function createLedger(db: Database): Ledger {
  return {
    read(recipe, folder, imageIds) {
      const rows = db.all<Row>(
        `SELECT image_id AS imageId, source, settings, exported.path, bytes, file_time AS fileTime,
           change_time AS changeTime, sha256, sidecar_json
         FROM json_each(:ids) AS wanted CROSS JOIN exported
         WHERE recipe_id = :recipe AND folder = :folder AND image_id = wanted.value`,
        { ids: JSON.stringify(imageIds), recipe: recipe.id, folder },
      )
      return new Map(
        rows.map(({ imageId, sidecar_json, ...entry }) => [
          imageId,
          { ...entry, sidecar: sidecar_json === null ? null : readSidecar(sidecar_json) },
        ]),
      )
    },

    note({ recipeId, folder, imageId }, { sidecar, ...entry }) {
      db.run(
        `INSERT INTO exported (recipe_id, folder, image_id, source, settings, path, bytes, file_time, change_time,
           sha256, sidecar_json)
         VALUES (:recipeId, :folder, :imageId, :source, :settings, :path, :bytes, :fileTime, :changeTime, :sha256,
           :sidecar)
         ON CONFLICT DO UPDATE SET source = excluded.source, settings = excluded.settings, path = excluded.path,
           bytes = excluded.bytes, file_time = excluded.file_time, change_time = excluded.change_time,
           sha256 = excluded.sha256, sidecar_json = excluded.sidecar_json`,
        { recipeId, folder, imageId, ...entry, sidecar: sidecar === null ? null : JSON.stringify(sidecar) },
      )
    },

    leftImages(paths) {
      const found = db.all<{ file: string }>(
        `SELECT file FROM json_each(:paths) CROSS JOIN images INDEXED BY images_file WHERE file = value`,
        { paths: JSON.stringify(paths) },
      )
      return new Set(found.map(({ file }) => file))
    },

    forget: (recipeId) =>
      db.run(
        `DELETE FROM exported WHERE rowid IN
           (SELECT rowid FROM exported WHERE recipe_id = :recipeId LIMIT ${forgottenAtOnce})`,
        { recipeId },
      ) === forgottenAtOnce,
  }
}

/** The same for two sets of settings that write the same files: what is only about converting, originals don't have. */
export function settingsKey(settings: RecipeSettings): string {
  const { into, onlyNew, existing, manifest, finishedBatches, ...writes } = settings
  const { quality, longestSide, enlarge, background, profile, ...always } = writes
  const says = settings.format === 'original' ? always : writes
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(says).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
    .slice(0, 32)
}

/**
 * Which bytes of an image there are: those that came, or those of a time at which they were changed outside. A recipe that
 * writes its marks also sees that these changed.
 */
export function sourceKey(
  { sha256, picture, marks }: Pick<ImageFacts, 'sha256' | 'picture' | 'marks'>,
  settings: RecipeSettings,
): string {
  const bytes = picture === 0 ? sha256 : `${sha256}-${picture}`
  if (!isDescribed(settings)) return bytes
  return `${bytes}+${createHash('sha256').update(marks).digest('hex').slice(0, 16)}`
}

/** The sha256 of an original, unless it was changed outside. */
export const originalDigest = (source: string): string | null =>
  /^([0-9a-f]{64})(?:\+|$)/.exec(source)?.[1] ?? null

/** The file at a path, for the ledger. */
export async function fileAsLeft(
  folder: string,
  path: string,
): Promise<Pick<WrittenFile, 'bytes' | 'fileTime' | 'changeTime'>> {
  const { size, mtimeMs, ctimeMs } = await lstat(join(folder, path))
  return { bytes: size, fileTime: Math.round(mtimeMs * 1_000), changeTime: Math.round(ctimeMs * 1_000) }
}

/** Microseconds: some drives keep times of two seconds alone, and forget the rest once they are unplugged. */
const coarse = 2_000_000

/** Whether a file there still is as it was left. */
export async function isAsLeft(folder: string, entry: WrittenFile): Promise<boolean> {
  try {
    const found = await fileAsLeft(folder, entry.path)
    if (found.bytes !== entry.bytes || !isSameTime(found.fileTime, entry.fileTime)) return false
    if (isSameTime(found.changeTime, entry.changeTime)) return true
    // Something about it was changed: a name, rights, or all of it by a program that hides that.
    return entry.sha256 !== null && (await fileDigest(join(folder, entry.path))).sha256 === entry.sha256
  } catch (problem) {
    if (systemCode(problem) === null) throw problem
    return false
  }
}

/** What of an entry nobody changed since. */
export interface LeftThere {
  readonly entry: LedgerEntry
  /** Paths; null for one that was changed, is gone, or is the file of an image that was left there. */
  readonly file: string | null
  readonly sidecar: string | null
  /** The file, and the one beside it if there was one. */
  readonly isWhole: boolean
}

/** What is left of what a recipe wrote there, by image. */
export async function leftThere(
  ledger: Pick<Ledger, 'read' | 'leftImages'>,
  recipeId: string,
  folder: string,
  imageIds: readonly string[],
): Promise<ReadonlyMap<string, LeftThere>> {
  const pathOf = async (written: WrittenFile | null) =>
    written !== null && (await isAsLeft(folder, written)) ? written.path : null
  const entries = ledger.read({ id: recipeId }, folder, imageIds)
  const real = await realpath(folder).catch(() => folder)
  const images = ledger.leftImages([...entries.values()].map(({ path }) => join(real, path)))
  return new Map(
    await Promise.all(
      [...entries].map(async ([imageId, entry]) => {
        const [file, sidecar] = await Promise.all([pathOf(entry), pathOf(entry.sidecar)])
        const isWhole = file !== null && (entry.sidecar === null || sidecar !== null)
        const own = file === null || images.has(join(real, file)) ? null : file
        return [imageId, { entry, file: own, sidecar, isWhole }] as const
      }),
    ),
  )
}

/** One that can't be read is taken for somebody else's. */
const readSidecar = (text: string): WrittenFile | null =>
  writtenFileSchema.nullable().catch(null).parse(JSON.parse(text))

const isSameTime = (found: number, left: number): boolean =>
  found === left || (found % coarse === 0 && Math.abs(found - left) <= coarse)
