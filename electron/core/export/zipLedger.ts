import type { Database } from '../db/database'
import type { WrittenFile } from './ledger'

/** A ZIP that is to be written. */
export interface PlannedZip {
  /** Inside the destination. */
  readonly path: string
  /** Names the images that it is of, in their order. */
  readonly images: string
  /** The same for two ZIPs that hold the same. */
  readonly contents: string
  /** The file there, which is ours, is replaced if it is still unchanged by then. */
  readonly replaces: boolean
}

export interface ZipEntryOfLedger extends WrittenFile {
  readonly sha256: string
  /** Empty if something is missing in it. */
  readonly contents: string
}

interface Place {
  readonly recipeId: string
  readonly folder: string
}

/** The ZIPs that each recipe wrote to each destination. What happened to them there is looked up. */
export interface ZipLedger {
  /** Those of the same images. */
  of(place: Place, images: string): readonly ZipEntryOfLedger[]
  /** Joins the current transaction. */
  note(place: Place, images: string, entry: ZipEntryOfLedger): void
  forget(recipeId: string): void
}

export function createZipLedger(db: Database): ZipLedger {
  return {
    of: ({ recipeId, folder }, images) =>
      db.all<ZipEntryOfLedger>(
        `SELECT path, contents, bytes, file_time AS fileTime, change_time AS changeTime, sha256 FROM exported_zips
         WHERE recipe_id = :recipeId AND folder = :folder AND images = :images ORDER BY rowid`,
        { recipeId, folder, images },
      ),

    note({ recipeId, folder }, images, { path, contents, bytes, fileTime, changeTime, sha256 }) {
      db.run(
        `INSERT OR REPLACE INTO exported_zips
         VALUES (:recipeId, :folder, :path, :images, :contents, :bytes, :fileTime, :changeTime, :sha256)`,
        { recipeId, folder, path, images, contents, bytes, fileTime, changeTime, sha256 },
      )
    },

    forget(recipeId) {
      db.run('DELETE FROM exported_zips WHERE recipe_id = :recipeId', { recipeId })
    },
  }
}
