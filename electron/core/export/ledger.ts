import { createHash } from 'node:crypto'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import { z } from 'zod'
import type { Database } from '../db/database'
import { storageProblem } from '../storageProblem'
import { isDescribed } from './imageDescription'
import type { ImageFacts } from './imageFacts'

/** A file as it was left. */
export const writtenFileSchema = z.object({
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

interface LedgerPlace {
  readonly recipeId: string
  readonly folder: string
  readonly imageId: string
}

/** The entry of an unchanged file, with its times of then and of now. */
export interface MovedTimes {
  readonly imageId: string
  readonly before: LedgerEntry
  readonly now: LedgerEntry
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
  note(place: LedgerPlace, entry: LedgerEntry): void
  /**
   * Records the times of unchanged files, unless a file was exported again since its entry was read. If the disk refuses,
   * nothing is recorded: the files are read once more the next time.
   */
  recordTimes(place: Omit<LedgerPlace, 'imageId'>, files: readonly MovedTimes[]): void
  /** Whether a recipe that is still there wrote to a folder. */
  hasWritten(folder: string): boolean
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

    recordTimes(place, files) {
      const noteAll = (): void => {
        for (const { imageId, before, now } of files)
          db.run(
            `UPDATE exported SET file_time = :fileTime, change_time = :changeTime, sidecar_json = :sidecar
             WHERE recipe_id = :recipeId AND folder = :folder AND image_id = :imageId AND path = :path
               AND file_time = :fileBefore AND change_time = :changeBefore AND sha256 IS :sha256`,
            {
              ...{ ...place, imageId, path: before.path, sha256: before.sha256 },
              ...{ fileBefore: before.fileTime, changeBefore: before.changeTime },
              ...{ fileTime: now.fileTime, changeTime: now.changeTime },
              sidecar: now.sidecar === null ? null : JSON.stringify(now.sidecar),
            },
          )
      }
      try {
        db.transaction(noteAll)
      } catch (problem) {
        if (storageProblem(problem) === null) throw problem
      }
    },

    hasWritten: (folder) =>
      db.get(
        `SELECT 1 FROM exported WHERE recipe_id IN (SELECT id FROM export_recipes) AND folder = :folder LIMIT 1`,
        { folder },
      ) !== undefined,

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
  const { into, onlyNew, existing, manifest, finishedBatches, sidecarName, ...others } = settings
  // What was written before there was a choice is still the same.
  const writes = settings.sidecar && sidecarName !== 'whole' ? { ...others, sidecarName } : others
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

/** One that can't be read is taken for somebody else's. */
const readSidecar = (text: string): WrittenFile | null =>
  writtenFileSchema.nullable().catch(null).parse(JSON.parse(text))
