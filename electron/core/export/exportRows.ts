import { type AppError, appError, appErrorSchema } from '@shared/errors'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import { type ExportRun, namedMaximum } from '@shared/model/exportRun'
import type { Database } from '../db/database'
import type { PlannedFile } from './exportPlan'
import { readRun, type StoredExport, type StoredRun } from './exportRun'
import type { PlannedZip } from './zipLedger'

/** A file of one of the parts of an export. */
export interface NotedFile extends Omit<PlannedFile, 'at'> {
  readonly exportId: string
  /** Why it isn't written: it is none of the files, and the result names it. Default it is. */
  readonly error?: AppError
}

/** A file that is still to be written. */
export interface WaitingFile extends NotedFile {
  /** Its place in the export, from 1. */
  readonly number: number
  /** Other recipes of the export take the same image. */
  readonly isShared: boolean
}

/** The one export that is under way, or whose result is shown, durable at any moment. */
export interface ExportRows {
  /** Null if there is none, or while its files are noted. */
  read(): StoredRun | null
  /** Begins to note files; what was there is forgotten. */
  open(parts: readonly Opened[]): void
  add(files: readonly NotedFile[]): void
  /** All files are noted. */
  close(): void
  /** The first after a number; `part`: of this one. */
  next(after: number, part?: string): WaitingFile | null
  /** The first of a part, at most so many. */
  waiting(part: string, limit: number): readonly WaitingFile[]
  /** Those of the first image after a number. */
  nextImage(after: number): readonly WaitingFile[]
  /** How it was written, or why it wasn't. */
  settle(
    number: number,
    outcome: { readonly path: string; readonly hidesText: boolean } | { readonly error: AppError },
  ): void
  /** Some of those of a part that were written, after a number. */
  written(
    part: string,
    after: number,
    limit: number,
  ): readonly Pick<WaitingFile, 'number' | 'imageId' | 'path'>[]
  failures(): Pick<Extract<ExportRun, { readonly stage: 'ended' }>, 'failed' | 'named'>
  /** What failed and may succeed waits again, at most so many; returns whether there may be more. */
  retry(files: number): boolean
  /** What was written of a part waits again, at most so many files; returns whether there may be more. */
  startOver(part: string, files: number): boolean
  /** The ZIP is complete, with so many images, at this path, where a later one replaces it. */
  placeZip(part: string, path: string, images: number): void
  /** What waits is to be written, also what an end had left out. */
  resume(): void
  setPaused(isPaused: boolean): void
  /** One part; by default all. */
  end(part?: string): void
  forget(): void
  /** Forgets one whose files weren't all noted before the app ended. */
  forgetUnnoted(): void
}

/** What is known of an export when it begins. */
interface Opened extends Pick<StoredExport, 'id' | 'folder' | 'manifest' | 'unchanged' | 'skipped'> {
  readonly recipe: Pick<ExportRecipe, 'id' | 'settings'>
  readonly files: readonly unknown[]
  readonly zip: PlannedZip | null
}

export function createExportRows(db: Database): ExportRows {
  function forget(): void {
    db.transaction(() => {
      db.run('DELETE FROM export_files')
      db.run('DELETE FROM exports')
    })
  }

  function some(after: number, part: string | undefined, limit: number): readonly WaitingFile[] {
    const rows = db.all<WaitingRow>(
      `SELECT number, export_id AS exportId, image_id AS imageId, path, source, replaces,
         (SELECT count(*) FROM exports) > 1 AS isShared FROM export_files
       WHERE state = 'waiting' AND number > :after AND export_id = coalesce(:part, export_id)
         AND export_id IN (SELECT id FROM exports)
       ORDER BY number LIMIT :limit`,
      { after, part: part ?? null, limit },
    )
    return rows.map((row) => ({ ...row, replaces: row.replaces === 1, isShared: row.isShared === 1 }))
  }

  const next = (after: number, part?: string) => some(after, part, 1)[0] ?? null

  return {
    read: () => readRun(db),

    open(parts) {
      db.transaction(() => {
        forget()
        for (const { id, recipe, folder, files, manifest, unchanged, skipped, zip } of parts)
          db.run(
            `INSERT INTO exports (id, state, recipe_id, folder, settings_json, total, manifest,
               unchanged, skipped, zip, zip_images, zip_contents, zip_replaces)
             VALUES (:id, 'listing', :recipe, :folder, :settings, :total, :manifest,
               :unchanged, :skipped, :zip, :images, :contents, :replaces)`,
            {
              ...{ id, recipe: recipe.id, folder, settings: JSON.stringify(recipe.settings), manifest },
              ...{ total: files.length, unchanged, skipped },
              zip: zip?.path ?? null,
              images: zip?.images ?? '',
              contents: zip?.contents ?? '',
              replaces: Number(zip?.replaces ?? false),
            },
          )
      })
    },

    add(files) {
      db.run(
        `INSERT INTO export_files (export_id, image_id, path, source, replaces, state, error_json, code)
         SELECT value ->> 'exportId', value ->> 'imageId', value ->> 'path', value ->> 'source',
           value ->> 'replaces', iif(value -> 'error' IS NULL, 'waiting', 'failed'), value -> 'error',
           value ->> '$.error.code'
         FROM json_each(:files)`,
        { files: JSON.stringify(files) },
      )
    },

    close() {
      db.run(`UPDATE exports SET state = 'running'`)
    },

    next,
    waiting: (part, limit) => some(0, part, limit),

    nextImage(after) {
      const files: WaitingFile[] = []
      for (let file = next(after); file !== null; file = next(file.number)) {
        if (files.some(({ imageId }) => imageId !== file?.imageId)) break
        files.push(file)
      }
      return files
    },

    written: (part, after, limit) =>
      db.all(
        `SELECT number, image_id AS imageId, path FROM export_files
         WHERE state = 'written' AND number > :after AND export_id = :part ORDER BY number LIMIT :limit`,
        { part, after, limit },
      ),

    settle(number, ended) {
      const error = 'error' in ended ? ended.error : null
      const outcome = error === null ? 'written' : 'failed'
      db.transaction(() => {
        const settled = db.get<{ id: string }>(
          `UPDATE export_files SET state = :outcome, error_json = :error, code = :code, path = coalesce(:path, path)
           WHERE number = :number AND state = 'waiting' RETURNING export_id AS id`,
          {
            number,
            outcome,
            error: error === null ? null : JSON.stringify(error),
            code: error?.code ?? null,
            path: 'path' in ended ? ended.path : null,
          },
        )
        if (settled !== undefined)
          db.run(
            `UPDATE exports SET ${outcome} = ${outcome} + 1, hidden_texts = hidden_texts + :hidden WHERE id = :id`,
            { ...settled, hidden: Number('path' in ended && ended.hidesText) },
          )
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
        const changed = db.all<{ id: string }>(
          `UPDATE export_files SET state = 'waiting', error_json = NULL, code = NULL
           WHERE number IN (SELECT number FROM export_files
             WHERE state = 'failed' AND code <> 'exportOtherFormat' ORDER BY number LIMIT :files)
           RETURNING export_id AS id`,
          { files },
        )
        for (const { id } of changed) db.run('UPDATE exports SET failed = failed - 1 WHERE id = :id', { id })
        return changed.length === files
      })
    },

    startOver(part, files) {
      return db.transaction(() => {
        const changed = db.run(
          `UPDATE export_files SET state = 'waiting'
           WHERE number IN (SELECT number FROM export_files WHERE state = 'written' AND export_id = :part
             ORDER BY number LIMIT :files)`,
          { part, files },
        )
        // In the end all of it waits.
        const left = { part, changed }
        db.run('UPDATE exports SET written = written - :changed, hidden_texts = 0 WHERE id = :part', left)
        return changed === files
      })
    },

    placeZip(part, path, images) {
      db.run('UPDATE exports SET zip = :path, zip_replaces = 1, zip_placed = :images WHERE id = :part', {
        part,
        path,
        images,
      })
    },

    resume() {
      db.run(
        `UPDATE exports SET state = 'running', paused = 0
         WHERE written < total OR (zip IS NOT NULL AND zip_placed < total)`,
      )
    },

    setPaused(isPaused) {
      db.run('UPDATE exports SET paused = :paused', { paused: Number(isPaused) })
    },

    end(part) {
      db.run(`UPDATE exports SET state = 'ended' WHERE id = coalesce(:part, id)`, { part: part ?? null })
    },

    forget,

    forgetUnnoted() {
      if (db.get(`SELECT 1 FROM exports WHERE state = 'listing'`) !== undefined) forget()
    },
  }
}

const readError = (text: string): AppError =>
  appErrorSchema.catch(appError('exportFailed', { retry: 'free' })).parse(JSON.parse(text))

interface WaitingRow extends Omit<WaitingFile, 'replaces' | 'isShared'> {
  readonly replaces: number
  readonly isShared: number
}
