import { AppFailure, appError } from '@shared/errors'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import { type MadePlan, makePlan, type PlanningDeps } from './exportPlan'
import type { Exports } from './exports'
import { sidecarOf } from './imageDescription'
import type { FolderEntry } from './naming/givenNames'
import type { Recipes } from './recipes'

/** A plan that can be begun. */
export interface ReadyPlan extends Pick<MadePlan, 'files' | 'refused' | 'zip'> {
  readonly recipe: ExportRecipe
  readonly folder: string
  /** The path of the list of its files; null for none. */
  readonly manifest: string | null
  /** What isn't written, see `ExportPlan`. */
  readonly unchanged: number
  readonly skipped: number
}

/** Makes one plan at a time, and keeps the latest, and those that it was made besides, until they are begun. */
export interface Planning {
  /** See `Exports.plan`. */
  plan: Exports['plan']
  /** Throws AppFailure `rowMissing` unless all of them are kept. */
  kept(plans: readonly number[]): readonly ReadyPlan[]
  /** They have begun. */
  forget(): void
  stop(): void
}

export function createPlanning(deps: PlanningDeps & { readonly recipes: Pick<Recipes, 'find'> }): Planning {
  let ending = new AbortController()
  let plans = 0
  let kept: ReadonlyMap<number, ReadyPlan> = new Map()
  let stopped = false

  return {
    async plan(list, recipeId, { existing, into, besides = [] } = {}) {
      ending.abort()
      ending = new AbortController()
      kept = new Map([...kept].filter(([plan]) => besides.includes(plan)))
      const found = deps.recipes.find(recipeId)
      const { settings } = found
      const ofThis = { existing: existing ?? settings.existing, into: into ?? settings.into }
      const recipe = { ...found, settings: { ...settings, ...ofThis } }
      const { folder } = recipe
      const others = [...kept.values()].filter((plan) => plan.folder === folder && plan.zip === null)
      const options = { signal: ending.signal, besides: filesOf(others) }
      const made = await makePlan(deps, list, recipe, options).catch((failure: unknown) => {
        throw stopped ? new AppFailure(appError('quitting')) : failure
      })
      const { files, folderProblem, asks, manifest, unchanged, skipped } = made.view
      if (folder === null || folderProblem !== null || files === 0 || asks) return { ...made.view, plan: 0 }
      plans++
      const { refused, zip } = made
      const plan = { files: made.files, refused, zip, recipe, folder, manifest, unchanged, skipped }
      kept = new Map([...kept, [plans, plan]])
      return { ...made.view, plan: plans }
    },

    kept(wanted) {
      const found = wanted.flatMap((plan) => kept.get(plan) ?? [])
      if (found.length === 0 || found.length < wanted.length) throw new AppFailure(appError('rowMissing'))
      return found
    },

    forget() {
      kept = new Map()
    },

    stop() {
      stopped = true
      ending.abort()
    },
  }
}

/** The files of other plans, by their folders inside the destination. */
function filesOf(plans: readonly ReadyPlan[]): ReadonlyMap<string, readonly FolderEntry[]> {
  const files = new Map<string, FolderEntry[]>()
  const add = (path: string): void => {
    const at = path.lastIndexOf('/')
    const folder = path.slice(0, Math.max(0, at))
    const entry = { name: path.slice(at + 1), isFolder: false }
    const some = files.get(folder)
    if (some === undefined) files.set(folder, [entry])
    else some.push(entry)
  }
  for (const { files: planned, manifest, recipe } of plans) {
    for (const { path } of planned) {
      add(path)
      if (recipe.settings.sidecar) add(sidecarOf(path, recipe.settings))
    }
    if (manifest !== null) add(manifest)
  }
  return files
}
