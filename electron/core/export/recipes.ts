import { AppFailure, appError } from '@shared/errors'
import {
  type ExportRecipe,
  type ReadyRecipe,
  type RecipeSettings,
  readyRecipes,
  readySettings,
  recipeSettingsSchema,
} from '@shared/model/exportRecipe'
import type { Database } from '../db/database'
import { textColumn } from '../db/textColumn'
import { newId } from '../ids'
import type { Clock } from '../ports'

/** How the user exports. The ready ones are always there: only what was changed about them is stored. */
export interface Recipes {
  /** The ready ones first, then the oldest. */
  list(): readonly ExportRecipe[]
  /** These throw AppFailure `rowMissing`. */
  find(id: string): ExportRecipe
  /** `id` null makes a new one, with the destination of `like`. */
  save(recipe: {
    readonly id: string | null
    readonly like: string | null
    readonly name: string
    readonly settings: RecipeSettings
  }): ExportRecipe
  setFolder(id: string, folder: string): ExportRecipe
  /** A ready one becomes as it came. */
  remove(id: string): void
}

interface Row {
  readonly id: string
  readonly name: string
  readonly folder: string | null
  readonly settings_json: string
}

const isReady = (id: string): id is ReadyRecipe => readyRecipes.some((ready) => ready === id)

const asItCame = (id: ReadyRecipe): ExportRecipe => ({
  id,
  ready: id,
  name: '',
  folder: null,
  settings: readySettings[id],
})

export function createRecipes({
  db,
  clock,
  changed,
  removed,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  /** One of them isn't what it was. */
  readonly changed: () => void
  /** One is gone for good. */
  readonly removed: (id: string) => void
}): Recipes {
  function list(): readonly ExportRecipe[] {
    const rows = db.all<Row>('SELECT id, name, folder, settings_json FROM export_recipes ORDER BY id')
    const stored = new Map(rows.map((row) => [row.id, read(row)]))
    return [
      ...readyRecipes.map((id) => stored.get(id) ?? asItCame(id)),
      ...[...stored.values()].filter(({ ready }) => ready === null),
    ]
  }

  function find(id: string): ExportRecipe {
    const found = list().find((recipe) => recipe.id === id)
    if (found === undefined) throw new AppFailure(appError('rowMissing', { params: { id } }))
    return found
  }

  function store({ id, name, folder, settings }: ExportRecipe): ExportRecipe {
    db.run(
      `INSERT INTO export_recipes (id, name, folder, settings_json) VALUES (:id, :name, :folder, :settings)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, folder = excluded.folder,
         settings_json = excluded.settings_json`,
      { id, name: textColumn(name), folder, settings: JSON.stringify(settings) },
    )
    changed()
    return find(id)
  }

  return {
    list,
    find,
    save({ id, like, name, settings }) {
      if (id !== null) return store({ ...find(id), name, settings })
      const folder = like === null ? null : find(like).folder
      return store({ id: newId(clock.now()), ready: null, name, folder, settings })
    },
    setFolder: (id, folder) => store({ ...find(id), folder }),
    remove(id) {
      find(id)
      db.run('DELETE FROM export_recipes WHERE id = :id', { id })
      if (!isReady(id)) removed(id)
      changed()
    },
  }
}

function read({ id, name, folder, settings_json }: Row): ExportRecipe {
  const ready = isReady(id) ? id : null
  return { id, ready, name, folder, settings: readSettings(settings_json, ready ?? undefined) }
}

/** Settings that this version can't read are those of a ready recipe. */
export const readSettings = (text: string, ready: ReadyRecipe = 'originals'): RecipeSettings =>
  recipeSettingsSchema.catch(readySettings[ready]).parse(JSON.parse(text))
