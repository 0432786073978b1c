import type { AppError } from '@shared/errors'
import type { RouteInput } from '@shared/ipc/contract'
import {
  type ExportRecipe,
  type IntoChoice,
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
  /** The one that is shown. */
  readonly chosen: string
  /** Those that are exported by, at least one; in the order of the list. */
  readonly ticked: readonly string[]
  /** The latest, by recipe. */
  readonly plans: ReadonlyMap<string, ExportPlan>
  /** The plans are not of what is shown, yet. */
  readonly isPlanning: boolean
  /** What becomes of names that are taken, by recipes that ask. */
  readonly answers: ReadonlyMap<string, TakenChoice>
  /** Where this export goes, by recipes that would go elsewhere. */
  readonly into: ReadonlyMap<string, IntoChoice>
  /** The recipe that was just made: its name is next. */
  readonly added: string | null
  /** Why there is no plan. */
  readonly refusal: AppError | null
}

/** Null until they have been read. */
export const shownRecipe = ({ recipes, chosen }: ExportFormState): TypedRecipe | null =>
  recipes?.find(({ id }) => id === chosen) ?? recipes?.[0] ?? null

/** Where this export by a recipe goes. */
export const intoOf = ({ into }: ExportFormState, { id, settings }: TypedRecipe): IntoChoice =>
  into.get(id) ?? settings.into

/** What would be done by the recipe that is shown; null if it isn't known. */
export const shownPlan = (state: ExportFormState): ExportPlan | null =>
  state.plans.get(shownRecipe(state)?.id ?? '') ?? null

/** The recipes that are exported by. */
export const tickedRecipes = ({ recipes, ticked }: ExportFormState): readonly TypedRecipe[] =>
  recipes?.filter(({ id }) => ticked.includes(id)) ?? []

const tickedPlans = (state: ExportFormState): readonly (ExportPlan | undefined)[] =>
  tickedRecipes(state).map(({ id }) => state.plans.get(id))

/** The files of all of them; null until that is known. */
export function filesTogether(state: ExportFormState): number | null {
  const plans = tickedPlans(state)
  const known = plans.flatMap((plan) => plan ?? [])
  return known.length < plans.length || plans.length === 0
    ? null
    : known.reduce((sum, { files }) => sum + files, 0)
}

/** Something is to be written, and nothing stands in the way of any of them. */
export const canBegin = (state: ExportFormState): boolean =>
  !state.isPlanning && (filesTogether(state) ?? 0) > 0 && tickedPlans(state).every((plan) => !isHeldUp(plan))

/** By a recipe nothing can be written now, though there is something to write. */
export const isHeldUp = (plan: ExportPlan | undefined): boolean =>
  plan === undefined ||
  (plan.plan === 0 &&
    (plan.files > 0 || (plan.nameProblem !== null && plan.nameProblem.kind !== 'namesRepeat')))

/** How long a change may wait before it is stored, in milliseconds. */
const storeDelay = 250

export interface ExportForm extends StoreApi<ExportFormState> {
  open(): Promise<void>
  /** Shows a recipe; if only one is ticked, it takes its place. */
  choose(id: string): void
  /** Exports by this one too, or not; the last one stays. */
  tick(id: string, isTicked: boolean): void
  change(settings: Partial<TypedSettings>): void
  answer(choice: TakenChoice): void
  /** Of this export alone. */
  goInto(choice: IntoChoice): void
  /** The recipe goes there from now on. */
  keepInto(): void
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
    ticked: [chosen],
    plans: new Map(),
    isPlanning: true,
    answers: new Map(),
    into: new Map(),
    added: null,
    refusal: null,
  }))
  const unstored = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  const shown = (): TypedRecipe | null => shownRecipe(store.getState())
  const known = (id: string): TypedRecipe | undefined =>
    store.getState().recipes?.find((one) => one.id === id)

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
      const recipe = known(id)
      const settings = recipeSettingsSchema.safeParse(recipe?.settings)
      if (recipe === undefined || !settings.success) continue
      await client.call('exports.saveRecipe', { id, name: recipe.name, settings: settings.data })
    }
  }

  /** Null if the settings can't be used as they are. */
  async function planBy(recipe: TypedRecipe, besides: readonly number[]): Promise<ExportPlan | null> {
    if (!recipeSettingsSchema.safeParse(recipe.settings).success) return null
    const { answers, into } = store.getState()
    const answer = answers.get(recipe.id)
    const existing = answer === undefined || recipe.settings.existing !== 'ask' ? {} : { existing: answer }
    const elsewhere = into.get(recipe.id)
    const place = elsewhere === undefined ? {} : { into: elsewhere }
    const together = besides.length === 0 ? {} : { besides: [...besides] }
    const options = { ...existing, ...place, ...together }
    return await client.call('exports.plan', { what, recipeId: recipe.id, ...options })
  }

  /** Stores, then plans by one recipe after the other; a later call takes over. */
  async function refresh(): Promise<void> {
    turn++
    const own = turn
    store.setState({ isPlanning: true })
    try {
      await storeAll()
      const plans = new Map<string, ExportPlan>()
      for (const recipe of tickedRecipes(store.getState())) {
        if (own !== turn) return
        const besides = [...plans.values()].flatMap(({ plan }) => (plan > 0 ? [plan] : []))
        const made = await planBy(recipe, besides)
        if (made !== null) plans.set(recipe.id, made)
      }
      if (own === turn) store.setState({ plans, isPlanning: false, refusal: null })
    } catch (thrown) {
      if (own === turn) store.setState({ plans: new Map(), isPlanning: false, refusal: appErrorOf(thrown) })
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

  function putInto({ id, settings }: TypedRecipe, choice: IntoChoice): void {
    const others = [...store.getState().into].filter(([known]) => known !== id)
    store.setState({ into: new Map(choice === settings.into ? others : [...others, [id, choice]]) })
  }

  /** With `next` shown instead, and ticked if only one was. */
  async function reread(next?: string): Promise<void> {
    const stored = await client.call('exports.recipes', null)
    // What was typed meanwhile is stored next.
    store.setState({ recipes: stored.map((one) => (unstored.has(one.id) ? (known(one.id) ?? one) : one)) })
    show(next ?? store.getState().chosen)
    await refresh()
  }

  function show(id: string): void {
    const { recipes, ticked } = store.getState()
    const all = recipes ?? []
    const chosen = all.find((one) => one.id === id)?.id ?? all[0]?.id ?? id
    const left = ticked.filter((one) => all.some((recipe) => recipe.id === one))
    store.setState({ chosen, ticked: left.length > 1 ? left : [chosen] })
  }

  return {
    ...store,
    open: () => reread(),

    choose(id) {
      store.setState({ added: null })
      show(id)
      void refresh()
    },

    tick(id, isTicked) {
      const others = store.getState().ticked.filter((one) => one !== id)
      if (!isTicked && others.length === 0) return
      store.setState({ ticked: isTicked ? [...others, id] : others })
      void refresh()
    },

    change(settings) {
      const recipe = shown()
      if (recipe !== null) edit({ ...recipe, settings: { ...recipe.settings, ...settings } })
    },

    answer(choice) {
      const { chosen, answers } = store.getState()
      store.setState({ answers: new Map([...answers, [chosen, choice]]) })
      void refresh()
    },

    goInto(choice) {
      const recipe = shown()
      if (recipe === null) return
      putInto(recipe, choice)
      void refresh()
    },

    keepInto() {
      const recipe = shown()
      if (recipe === null) return
      const into = intoOf(store.getState(), recipe)
      putInto(recipe, recipe.settings.into)
      edit({ ...recipe, settings: { ...recipe.settings, into } })
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
      // What was typed while the question was open stays.
      const typed = known(recipe.id)
      if (changed === null || typed === undefined) return
      put({ ...typed, folder: changed.folder })
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
        settings: { ...settings.data, into: intoOf(store.getState(), recipe), finishedBatches: false },
      })
      store.setState({ added: made.id })
      await reread(made.id)
    },

    async remove() {
      const recipe = shown()
      if (recipe === null) return
      unstored.delete(recipe.id)
      putInto(recipe, recipe.settings.into)
      await client.call('exports.removeRecipe', { id: recipe.id })
      await reread()
    },

    async begin() {
      const state = store.getState()
      const plans = tickedPlans(state).flatMap((plan) =>
        plan !== undefined && plan.plan > 0 ? [plan.plan] : [],
      )
      if (canBegin(state)) await client.call('exports.begin', { plans })
    },

    async close() {
      turn++
      await storeAll()
    },
  }
}
