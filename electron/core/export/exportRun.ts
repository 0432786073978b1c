import type { RecipeSettings } from '@shared/model/exportRecipe'
import type { Database } from '../db/database'
import type { Piece } from '../startRecord'
import { readSettings } from './recipes'
import type { PlannedZip } from './zipLedger'

/** What is done by one recipe. */
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
  /** Of those written, originals whose pixels hide a text, though what they say was removed. */
  readonly hiddenTexts: number
  /** Besides its files: there already, and left out because a file there has their name. */
  readonly unchanged: number
  readonly skipped: number
  /** Where the list of its files will be; null for none. */
  readonly manifest: string | null
  /** Null for files in folders. `placed`: how many images are in the one that has its name; 0: there is none. */
  readonly zip: (PlannedZip & { readonly placed: number }) | null
}

/** An export, by one or several recipes. */
export interface StoredRun extends Pick<StoredExport, 'state' | 'isPaused' | 'total' | 'written' | 'failed'> {
  readonly parts: readonly StoredExport[]
}

/** By which the notes of a start know it. */
export const exportPiece = (run: StoredRun | null): Piece => ({ kind: 'export', id: run?.parts[0]?.id ?? '' })

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

/** Null if there is none, or while its files are noted. */
export function readRun(db: Database): StoredRun | null {
  const found = db.all<Row>(
    `SELECT id, state, paused, recipe_id AS recipeId, folder, settings_json, total, written, failed,
           hidden_texts AS hiddenTexts, unchanged, skipped, manifest, zip, zip_images AS images, zip_contents AS contents,
           zip_replaces AS replaces, zip_placed AS placed
         FROM exports ORDER BY rowid`,
  )
  const parts = found.flatMap(partOf)
  if (parts.length === 0 || parts.length < found.length) return null
  const sum = (of: 'total' | 'written' | 'failed') => parts.reduce((all, part) => all + part[of], 0)
  return {
    parts,
    state: parts.some(({ state }) => state === 'running') ? 'running' : 'ended',
    isPaused: parts.some(({ isPaused }) => isPaused),
    ...{ total: sum('total'), written: sum('written'), failed: sum('failed') },
  }
}

/** None while its files are noted. */
function partOf(row: Row): readonly StoredExport[] {
  const { paused, settings_json, state, zip, images, contents, replaces, placed, ...rest } = row
  if (state === 'listing') return []
  const settings = readSettings(settings_json)
  const planned = zip === null ? null : { path: zip, images, contents, replaces: replaces === 1 }
  return [
    {
      ...rest,
      state,
      settings,
      isPaused: paused === 1,
      zip: planned && { ...planned, placed },
    },
  ]
}
