import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import type { Database } from '../db/database'
import { lstat } from '../drive'
import { fileDigest } from '../library/fileDigest'
import { systemCode } from '../systemCode'
import { isDescribed } from './imageDescription'
import type { ImageFacts } from './imageFacts'

/** A file as it was left. */
export interface WrittenFile {
  /** Inside the destination, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** Microseconds since the epoch: of its contents, and of anything about it. */
  readonly fileTime: number
  readonly changeTime: number
  /** Of its contents; null if that isn't known. */
  readonly sha256: string | null
}

export interface LedgerEntry extends WrittenFile {
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
  /** Forgets some of what a recipe wrote; returns whether there is more. */
  forget(recipeId: string): boolean
}

interface Row extends LedgerEntry {
  readonly imageId: string
}

/** Entries of a removed recipe that are forgotten at once. */
const forgottenAtOnce = 1_000

export function createLedger(db: Database): Ledger {
  return {
    read(recipe, folder, imageIds) {
      const rows = db.all<Row>(
        `SELECT image_id AS imageId, source, settings, exported.path, bytes, file_time AS fileTime,
           change_time AS changeTime, sha256
         FROM json_each(:ids) AS wanted CROSS JOIN exported
         WHERE recipe_id = :recipe AND folder = :folder AND image_id = wanted.value`,
        { ids: JSON.stringify(imageIds), recipe: recipe.id, folder },
      )
      return new Map(rows.map(({ imageId, ...entry }) => [imageId, entry]))
    },

    note({ recipeId, folder, imageId }, { source, settings, path, bytes, fileTime, changeTime, sha256 }) {
      db.run(
        `INSERT INTO exported
         VALUES (:recipeId, :folder, :imageId, :source, :settings, :path, :bytes, :fileTime, :changeTime, :sha256)
         ON CONFLICT DO UPDATE SET source = excluded.source, settings = excluded.settings, path = excluded.path,
           bytes = excluded.bytes, file_time = excluded.file_time, change_time = excluded.change_time,
           sha256 = excluded.sha256`,
        {
          ...{ recipeId, folder, imageId, source, settings, path, sha256 },
          bytes,
          fileTime,
          changeTime,
        },
      )
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

/** What a recipe left there and nobody changed since, by image. */
export async function leftThere(
  ledger: Pick<Ledger, 'read'>,
  recipeId: string,
  folder: string,
  imageIds: readonly string[],
): Promise<ReadonlyMap<string, LedgerEntry>> {
  const entries = [...ledger.read({ id: recipeId }, folder, imageIds)]
  const asLeft = await Promise.all(entries.map(([, entry]) => isAsLeft(folder, entry)))
  return new Map(entries.filter((_, at) => asLeft[at]))
}

const isSameTime = (found: number, left: number): boolean =>
  found === left || (found % coarse === 0 && Math.abs(found - left) <= coarse)
