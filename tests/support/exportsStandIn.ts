import { type ExportRecipe, readyRecipes, readySettings } from '@shared/model/exportRecipe'
import type { ExportPlan, ExportRun } from '@shared/model/exportRun'
import type { FakeBridge } from './fakeBridge'

export const runningSample: Extract<ExportRun, { readonly stage: 'running' }> = {
  stage: 'running',
  done: 1,
  total: 3,
  perSecond: 12.4,
  leftMs: 120_000,
  isPaused: false,
  problem: null,
}

export const endedSample: Extract<ExportRun, { readonly stage: 'ended' }> = {
  stage: 'ended',
  places: [{ folder: '/home/ada', zip: null }],
  written: 1,
  kept: 0,
  hiddenTexts: 0,
  unchanged: 0,
  skipped: 0,
  failed: [],
  named: [],
  left: 0,
}

export const planSample: ExportPlan = {
  plan: 1,
  images: 3,
  files: 3,
  zip: null,
  names: ['boat.png', 'harbour.png', 'ship.png'],
  unchanged: 0,
  skipped: 0,
  replaced: 0,
  manifest: null,
  taken: 0,
  repeated: 0,
  asks: false,
  bytes: 3_000_000,
  free: 5_000_000_000,
  longPrompts: 0,
  credentials: 0,
  unreadCredentials: 0,
  rejected: 0,
  smaller: 0,
  unwritable: [],
  nameProblem: null,
  folderProblem: null,
}

/** Keeps recipes, whose destination is chosen as `/home/ada/Sites`, and plans as it is told. */
export function standInExports(bridge: FakeBridge, given: Partial<ExportPlan> = {}) {
  const state = {
    plan: { ...planSample, ...given },
    plans: 0,
    chooseFolder: (id: string) => put({ ...find(id), folder: '/home/ada/Sites' }),
  }
  let recipes: ExportRecipe[] = readyRecipes.map((id) => ({
    id,
    ready: id,
    name: '',
    folder: id === 'originals' ? '/home/ada/Pictures' : null,
    settings: readySettings[id],
  }))
  const put = (recipe: ExportRecipe): ExportRecipe => {
    const isKnown = recipes.some(({ id }) => id === recipe.id)
    recipes = isKnown ? recipes.map((one) => (one.id === recipe.id ? recipe : one)) : [...recipes, recipe]
    return recipe
  }
  const find = (id: string | null): ExportRecipe => {
    const found = recipes.find((recipe) => recipe.id === id)
    if (found === undefined) throw new Error(`no recipe ${id}`)
    return found
  }
  bridge.answer('exports.recipes', () => [...recipes])
  bridge.answer('exports.saveRecipe', ({ id, like, name, settings }) =>
    put(
      id === null
        ? { id: `recipe${recipes.length}`, ready: null, name, folder: find(like).folder, settings }
        : { ...find(id), name, settings },
    ),
  )
  bridge.answer('exports.removeRecipe', ({ id }) => {
    recipes = recipes.filter((recipe) => recipe.id !== id)
    return null
  })
  bridge.answer('exports.chooseFolder', ({ id }) => state.chooseFolder(id))
  bridge.answer('exports.plan', ({ recipeId }) => {
    state.plans++
    return { ...state.plan, plan: find(recipeId).folder === null ? 0 : state.plans }
  })
  bridge.answer('exports.begin', () => null)
  bridge.answer('exports.act', () => null)
  bridge.answer('exports.reveal', () => null)
  return state
}
