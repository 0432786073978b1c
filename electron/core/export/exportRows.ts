import { type AppError, appError, appErrorSchema } from '@shared/errors'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import { type ExportRun, namedMaximum } from '@shared/model/exportRun'
import type { Database } from '../db/database'
import type { PlannedFile } from './exportPlan'
import { readSettings } from './recipes'
import type { PlannedZip } from './zipLedger'

/** A file that is still to be written. */
export interface WaitingFile extends PlannedFile {
  /** Its place in the export, from 1. */
  readonly number: number
}

export interface StoredExport {
  readonly id: string
  readonly state: 'running' | 'ended'
  readonly isPaused: boolean
  readonly recipeId: string
  readonly folder: string
  readonly settings: RecipeSettings
  readonly total: number
  readonly written: number
  readonly failed: number
  /** Where the list of its files will be; null for none. */
  readonly manifest: string | null
  /** Null for files in folders. `isPlaced`: it is complete, and has its name. */
  readonly zip: (PlannedZip & { readonly isPlaced: boolean }) | null
}

/** The one export that is under way, or whose result is shown, durable at any moment. */
export interface ExportRows {
  /** Null if there is none, or while its files are noted. */
  read(): StoredExport | null
  /** Begins to note files; what was there is forgotten. */
  open(id: string, recipe: ExportRecipe, plan: Opened): void
  add(files: readonly PlannedFile[]): void
  /** All files are noted. */
  close(): void
  /** The first after a number. */
  next(after: number): WaitingFile | null
  /** The path it was written to, or why it wasn't. */
  settle(number: number, outcome: { readonly path: string } | { readonly error: AppError }): void
  /** Some of those that were written, after a number. */
  written(after: number, limit: number): readonly Pick<WaitingFile, 'number' | 'imageId' | 'path'>[]
  failures(): Pick<Extract<ExportRun, { readonly stage: 'ended' }>, 'failed' | 'named'>
  /** What failed waits again, at most so many; returns whether there may be more. */
  retry(files: number): boolean
  /** What was written waits again, at most so many files; returns whether there may be more. */
  startOver(files: number): boolean
  /** The ZIP is complete, at this path, where a later one replaces it. */
  placeZip(path: string): void
  /** What waits is to be written, also what an end had left out. */
  resume(): void
  setPaused(isPaused: boolean): void
  end(): void
  forget(): void
  /** Forgets one whose files weren't all noted before the app ended. */
  forgetUnnoted(): void
}

/** What is known of an export when it begins. */
type Opened = Pick<StoredExport, 'folder' | 'total' | 'manifest'> & { readonly zip: PlannedZip | null }

interface Row extends Omit<StoredExport, 'settings' | 'isPaused' | 'state' | 'zip'> {
  readonly state: 'listing' | 'running' | 'ended'
  readonly paused: number
  readonly settings_json: string
  readonly zip: string | null
  readonly images: string
  readonly contents: string
  readonly replaces: number
  readonly placed: number
}

export function createExportRows(db: Database): ExportRows {
  function forget(): void {
    db.transaction(() => {
      db.run('DELETE FROM export_files')
      db.run('DELETE FROM exports')
    })
  }

  return {
    read() {
      const row = db.get<Row>(
        `SELECT id, state, paused, recipe_id AS recipeId, folder, settings_json, total, written, failed, manifest,
           zip, zip_images AS images, zip_contents AS contents, zip_replaces AS replaces, zip_placed AS placed
         FROM exports ORDER BY id DESC LIMIT 1`,
      )
      if (row === undefined || row.state === 'listing') return null
      const { paused, settings_json, state, zip, images, contents, replaces, placed, ...rest } = row
      return {
        ...rest,
        state,
        isPaused: paused === 1,
        settings: readSettings(settings_json),
        zip:
          zip === null
            ? null
            : { path: zip, images, contents, replaces: replaces === 1, isPlaced: placed === 1 },
      }
    },

    open(id, recipe, { folder, total, manifest, zip }) {
      forget()
      db.run(
        `INSERT INTO exports (id, state, recipe_id, folder, settings_json, total, manifest,
           zip, zip_images, zip_contents, zip_replaces)
         VALUES (:id, 'listing', :recipe, :folder, :settings, :total, :manifest,
           :zip, :images, :contents, :replaces)`,
        {
          ...{ id, recipe: recipe.id, folder, settings: JSON.stringify(recipe.settings), total, manifest },
          zip: zip?.path ?? null,
          images: zip?.images ?? '',
          contents: zip?.contents ?? '',
          replaces: Number(zip?.replaces ?? false),
        },
      )
    },

    add(files) {
      db.run(
        `INSERT INTO export_files (image_id, path, source, replaces)
         SELECT value ->> 'imageId', value ->> 'path', value ->> 'source', value ->> 'replaces'
         FROM json_each(:files)`,
        { files: JSON.stringify(files) },
      )
    },

    close() {
      db.run(`UPDATE exports SET state = 'running'`)
    },

    next(after) {
      const row = db.get<Omit<WaitingFile, 'replaces'> & { readonly replaces: number }>(
        `SELECT number, image_id AS imageId, path, source, replaces FROM export_files
         WHERE state = 'waiting' AND number > :after ORDER BY number LIMIT 1`,
        { after },
      )
      return row === undefined ? null : { ...row, replaces: row.replaces === 1 }
    },

    written: (after, limit) =>
      db.all(
        `SELECT number, image_id AS imageId, path FROM export_files
         WHERE state = 'written' AND number > :after ORDER BY number LIMIT :limit`,
        { after, limit },
      ),

    settle(number, ended) {
      const error = 'error' in ended ? ended.error : null
      const outcome = error === null ? 'written' : 'failed'
      db.transaction(() => {
        const settled = db.run(
          `UPDATE export_files SET state = :outcome, error_json = :error, code = :code, path = coalesce(:path, path)
           WHERE number = :number AND state = 'waiting'`,
          {
            number,
            outcome,
            error: error === null ? null : JSON.stringify(error),
            code: error?.code ?? null,
            path: 'path' in ended ? ended.path : null,
          },
        )
        if (settled > 0) db.run(`UPDATE exports SET ${outcome} = ${outcome} + 1`)
      })
    },

    failures() {
      const named = db.all<{ path: string; error: string }>(
        `SELECT path, error_json AS error FROM export_files WHERE state = 'failed' ORDER BY number
         LIMIT ${namedMaximum}`,
      )
      const counted = db.all<{ error: string; count: number }>(
        `SELECT count, (SELECT error_json FROM export_files WHERE number = first) AS error
         FROM (SELECT min(number) AS first, count(*) AS count FROM export_files
           WHERE state = 'failed' GROUP BY code) ORDER BY first`,
      )
      return {
        named: named.map(({ path, error }) => ({ path, error: readError(error) })),
        failed: counted.map(({ error, count }) => ({ error: readError(error), count })),
      }
    },

    retry(files) {
      return db.transaction(() => {
        const changed = db.run(
          `UPDATE export_files SET state = 'waiting', error_json = NULL, code = NULL
           WHERE number IN (SELECT number FROM export_files WHERE state = 'failed' ORDER BY number LIMIT :files)`,
          { files },
        )
        db.run('UPDATE exports SET failed = failed - :changed', { changed })
        return changed === files
      })
    },

    startOver(files) {
      return db.transaction(() => {
        const changed = db.run(
          `UPDATE export_files SET state = 'waiting'
           WHERE number IN (SELECT number FROM export_files WHERE state = 'written' ORDER BY number LIMIT :files)`,
          { files },
        )
        db.run('UPDATE exports SET written = written - :changed, zip_placed = 0', { changed })
        return changed === files
      })
    },

    placeZip(path) {
      db.run('UPDATE exports SET zip = :path, zip_replaces = 1, zip_placed = 1', { path })
    },

    resume() {
      db.run(`UPDATE exports SET state = 'running', paused = 0`)
    },

    setPaused(isPaused) {
      db.run('UPDATE exports SET paused = :paused', { paused: Number(isPaused) })
    },

    end() {
      db.run(`UPDATE exports SET state = 'ended'`)
    },

    forget,

    forgetUnnoted() {
      if (db.get(`SELECT 1 FROM exports WHERE state = 'listing'`) !== undefined) forget()
    },
  }
}

const readError = (text: string): AppError =>
  appErrorSchema.catch(appError('exportFailed', { retry: 'free' })).parse(JSON.parse(text))
