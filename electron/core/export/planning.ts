import { AppFailure, appError } from '@shared/errors'
import type { ExportRecipe, TakenChoice } from '@shared/model/exportRecipe'
import type { ExportPlan } from '@shared/model/exportRun'
import type { ListOfImages } from '../library/library'
import { type MadePlan, makePlan, type PlanningDeps } from './exportPlan'
import type { Recipes } from './recipes'

/** A plan that can be begun. */
export interface ReadyPlan extends Pick<MadePlan, 'files' | 'zip'> {
  readonly recipe: ExportRecipe
  readonly folder: string
  /** The path of the list of its files; null for none. */
  readonly manifest: string | null
}

/** Makes one plan at a time, and keeps the latest until it is begun. */
export interface Planning {
  /** See `Exports.plan`. */
  plan(list: ListOfImages, recipeId: string, existing?: TakenChoice): Promise<ExportPlan>
  /** Throws AppFailure `rowMissing` unless it is the latest, and can be begun. */
  latest(plan: number): ReadyPlan
  /** It has begun. */
  forget(): void
  stop(): void
}

export function createPlanning(deps: PlanningDeps & { readonly recipes: Pick<Recipes, 'find'> }): Planning {
  let ending = new AbortController()
  let plans = 0
  let kept: ReadyPlan | null = null
  let stopped = false

  return {
    async plan(list, recipeId, existing) {
      ending.abort()
      ending = new AbortController()
      kept = null
      const found = deps.recipes.find(recipeId)
      const settings = existing === undefined ? found.settings : { ...found.settings, existing }
      const recipe = { ...found, settings }
      const made = await makePlan(deps, list, recipe, { signal: ending.signal }).catch((failure: unknown) => {
        throw stopped ? new AppFailure(appError('quitting')) : failure
      })
      const { folder } = recipe
      const { files, folderProblem, asks, manifest } = made.view
      if (folder === null || folderProblem !== null || files === 0 || asks) return { ...made.view, plan: 0 }
      plans++
      kept = { files: made.files, zip: made.zip, recipe, folder, manifest }
      return { ...made.view, plan: plans }
    },

    latest(plan) {
      if (kept === null || plan !== plans) throw new AppFailure(appError('rowMissing'))
      return kept
    },

    forget() {
      kept = null
    },

    stop() {
      stopped = true
      ending.abort()
    },
  }
}
