import type { AppError } from '@shared/errors'
import type { RouteInput } from '@shared/ipc/contract'
import {
  type ExportRecipe,
  type RecipeSettings,
  recipeSettingsSchema,
  type TakenChoice,
} from '@shared/model/exportRecipe'
import type { ExportPlan } from '@shared/model/exportRun'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'

/** What is to be exported: some images, or all of a batch. */
export type ExportedImages = RouteInput<'exports.plan'>['what']

/** A number that is being typed may be outside its bounds, or none at all. */
export type TypedSettings = Omit<RecipeSettings, 'quality'> & { readonly quality: number | null }

export interface TypedRecipe extends Omit<ExportRecipe, 'settings'> {
  readonly settings: TypedSettings
}

export interface ExportFormState {
  /** Null until they have been read. */
  readonly recipes: readonly TypedRecipe[] | null
  readonly chosen: string
  /** The latest; null if there is none. */
  readonly plan: ExportPlan | null
  /** The plan is not of what is shown, yet. */
  readonly isPlanning: boolean
  /** What becomes of names that are taken, if the recipe asks. */
  readonly answer: TakenChoice | null
  /** Why there is no plan. */
  readonly refusal: AppError | null
}

/** Null until they have been read. */
export const shownRecipe = ({ recipes, chosen }: ExportFormState): TypedRecipe | null =>
  recipes?.find(({ id }) => id === chosen) ?? recipes?.[0] ?? null

export const canBegin = ({ plan, isPlanning }: ExportFormState): boolean =>
  plan !== null && plan.plan > 0 && !isPlanning

/** How long a change may wait before it is stored, in milliseconds. */
const storeDelay = 250

export interface ExportForm extends StoreApi<ExportFormState> {
  open(): Promise<void>
  choose(id: string): void
  change(settings: Partial<TypedSettings>): void
  answer(choice: TakenChoice): void
  rename(name: string): void
  /** These reject with the refusal. */
  chooseFolder(): Promise<void>
  /** Makes a recipe like the one that is shown. */
  add(name: string): Promise<void>
  remove(): Promise<void>
  /** Begins what the plan says. */
  begin(): Promise<void>
  /** Stores what isn’t stored yet. Rejects with the refusal. */
  close(): Promise<void>
}

/** The recipes as they are edited, and what exporting some images by the chosen one would do. */
export function createExportForm(client: Client, what: ExportedImages, chosen: string): ExportForm {
  const store = createStore<ExportFormState>(() => ({
    recipes: null,
    chosen,
    plan: null,
    isPlanning: true,
    answer: null,
    refusal: null,
  }))
  const unstored = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  const shown = (): TypedRecipe | null => shownRecipe(store.getState())

  function put(recipe: TypedRecipe): void {
    const recipes = store.getState().recipes ?? []
    const isKnown = recipes.some(({ id }) => id === recipe.id)
    store.setState({
      recipes: isKnown ? recipes.map((one) => (one.id === recipe.id ? recipe : one)) : [...recipes, recipe],
    })
  }

  /** What is typed outside its bounds isn’t stored. */
  async function storeAll(): Promise<void> {
    clearTimeout(timer)
    for (const id of [...unstored]) {
      unstored.delete(id)
      const recipe = store.getState().recipes?.find((one) => one.id === id)
      const settings = recipeSettingsSchema.safeParse(recipe?.settings)
      if (recipe === undefined || !settings.success) continue
      await client.call('exports.saveRecipe', { id, name: recipe.name, settings: settings.data })
    }
  }

  /** Stores, then plans; a later call takes over. */
  async function refresh(): Promise<void> {
    turn++
    const own = turn
    store.setState({ isPlanning: true })
    try {
      await storeAll()
      const recipe = shown()
      if (own !== turn || recipe === null) return
      const isValid = recipeSettingsSchema.safeParse(recipe.settings).success
      const { answer } = store.getState()
      const existing = answer === null || recipe.settings.existing !== 'ask' ? {} : { existing: answer }
      const made = isValid
        ? await client.call('exports.plan', { what, recipeId: recipe.id, ...existing })
        : null
      if (own === turn) store.setState({ plan: made, isPlanning: false, refusal: null })
    } catch (thrown) {
      if (own === turn) store.setState({ plan: null, isPlanning: false, refusal: appErrorOf(thrown) })
    }
  }

  function edit(recipe: TypedRecipe): void {
    put(recipe)
    unstored.add(recipe.id)
    turn++
    store.setState({ isPlanning: true })
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), storeDelay)
  }

  async function reread(next?: string): Promise<void> {
    const recipes = await client.call('exports.recipes', null)
    store.setState({ recipes, ...(next === undefined ? {} : { chosen: next }) })
    await refresh()
  }

  return {
    ...store,
    open: () => reread(),

    choose(id) {
      store.setState({ chosen: id, answer: null })
      void refresh()
    },

    change(settings) {
      const recipe = shown()
      if (recipe !== null) edit({ ...recipe, settings: { ...recipe.settings, ...settings } })
    },

    answer(answer) {
      store.setState({ answer })
      void refresh()
    },

    rename(name) {
      const recipe = shown()
      if (recipe !== null) edit({ ...recipe, name })
    },

    async chooseFolder() {
      const recipe = shown()
      if (recipe === null) return
      await storeAll()
      const changed = await client.call('exports.chooseFolder', { id: recipe.id })
      if (changed === null) return
      put({ ...recipe, folder: changed.folder })
      await refresh()
    },

    async add(name) {
      const recipe = shown()
      const settings = recipeSettingsSchema.safeParse(recipe?.settings)
      if (recipe === null || !settings.success) return
      await storeAll()
      const made = await client.call('exports.saveRecipe', {
        id: null,
        like: recipe.id,
        name,
        // Otherwise each batch would be exported twice.
        settings: { ...settings.data, finishedBatches: false },
      })
      await reread(made.id)
    },

    async remove() {
      const recipe = shown()
      if (recipe === null) return
      unstored.delete(recipe.id)
      await client.call('exports.removeRecipe', { id: recipe.id })
      await reread()
    },

    async begin() {
      const state = store.getState()
      if (state.plan !== null && canBegin(state))
        await client.call('exports.begin', { plan: state.plan.plan })
    },

    async close() {
      turn++
      await storeAll()
    },
  }
}
