import { isDeepStrictEqual } from 'node:util'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { readNameTemplate } from '@shared/model/exportNames'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import type { Guard } from '../guard'
import type { Library } from '../library/library'
import type { Notices } from '../notices'
import type { Clock } from '../ports'
import { writeProblem } from './destination'
import { makePlan, type PlanningDeps } from './exportPlan'
import type { OwnFolders } from './ownFolders'
import type { ReadyPlan } from './planning'
import type { Recipes } from './recipes'
import { createTryingAgain } from './tryingAgain'

/**
 * Exports batches that are done by the recipes that say so, one at a time. The database notes them itself, in the commit
 * that calls a batch done, and in each after which a batch has ended once more.
 */
export interface FinishedBatches {
  start(): void
  /** Takes up the first that can be exported, unless an export is under way. */
  look(): void
  stop(): Promise<void>
}

interface WaitingBatch {
  readonly number: number
  readonly batchId: string
  readonly recipeId: string
}

interface UsableRecipe {
  readonly recipe: ExportRecipe
  readonly folder: string
}

export function createFinishedBatches(
  deps: Omit<PlanningDeps, 'clock'> & {
    readonly recipes: Pick<Recipes, 'list'>
    readonly library: Pick<Library, 'batchImages'>
    readonly notices: Pick<Notices, 'put' | 'clear'>
    readonly clock: Pick<Clock, 'after' | 'now'>
    readonly guard: Pick<Guard, 'run'>
    /** An export is under way, or the user has to be told of what it left. */
    readonly isBusy: () => boolean
    /** Begins an export; `noted` is part of the commit from which a restart doesn't end it. */
    readonly begin: (plans: readonly ReadyPlan[], noted: () => void) => Promise<void>
  },
): FinishedBatches {
  const { db, recipes, library, notices, clock, guard } = deps
  const ending = new AbortController()
  const { signal } = ending
  let isStarted = false
  let isWanted = false
  let turn: Promise<void> | null = null
  const tryingAgain = createTryingAgain(clock, look)
  let told: ReadonlySet<string> = new Set()

  /** Batches of a recipe that no longer exports any don't wait. */
  function waitingRecipes(): readonly UsableRecipe[] {
    const ids = db.all<{ id: string }>('SELECT DISTINCT recipe_id AS id FROM export_batches')
    const known = ids.length === 0 ? [] : recipes.list()
    return ids.flatMap(({ id }) => {
      const recipe = known.find((one) => one.id === id)
      if (recipe?.settings.finishedBatches === true && recipe.folder !== null)
        return [{ recipe, folder: recipe.folder }]
      db.run('DELETE FROM export_batches WHERE recipe_id = :id', { id })
      return []
    })
  }

  const next = (recipeIds: readonly string[]): WaitingBatch | undefined =>
    db.get<WaitingBatch>(
      `SELECT number, batch_id AS batchId, recipe_id AS recipeId FROM export_batches
       WHERE recipe_id IN (SELECT value FROM json_each(:ids)) AND NOT EXISTS (
         SELECT 1 FROM job_counts
         WHERE batch_id = export_batches.batch_id AND stage IN ('waiting', 'running') AND jobs > 0)
       ORDER BY number LIMIT 1`,
      { ids: JSON.stringify(recipeIds) },
    )

  const remove = ({ number }: WaitingBatch): void => {
    db.run('DELETE FROM export_batches WHERE number = :number', { number })
  }

  /** Each problem once, until it's gone. */
  function tell(problems: readonly AppError[]): void {
    const now = new Map(
      problems.map((error) => [['export', error.code, ...Object.values(error.params)].join(' '), error]),
    )
    for (const [id, error] of now)
      if (!told.has(id)) notices.put({ id, level: 'warning', error, dismissible: true })
    for (const id of told) if (!now.has(id)) notices.clear(id)
    told = new Set(now.keys())
  }

  async function pass(): Promise<void> {
    tryingAgain.stop()
    const ready = new Map<string, UsableRecipe>()
    const problems: AppError[] = []
    for (const waiting of waitingRecipes()) {
      const problem = await problemOf(waiting, deps.own)
      if (problem === null) ready.set(waiting.recipe.id, waiting)
      else problems.push(problem)
    }
    if (signal.aborted) return
    tell(problems)
    if (problems.length > 0) tryingAgain.later()
    while (!signal.aborted && !deps.isBusy()) {
      const batch = next([...ready.keys()])
      const found = batch === undefined ? undefined : ready.get(batch.recipeId)
      if (batch === undefined || found === undefined || !(await take(batch, found))) return
    }
  }

  /** Returns false if its recipe was changed while it was planned. */
  async function take(batch: WaitingBatch, { recipe, folder }: UsableRecipe): Promise<boolean> {
    const { existing } = recipe.settings
    const unaskedSettings = { existing: existing === 'ask' ? 'number' : existing, onlyNew: true } as const
    const settings = { ...recipe.settings, ...unaskedSettings }
    const unasked = { ...recipe, settings }
    const images = await library.batchImages(batch.batchId)
    const { files, refused, zip, view } = await makePlan(deps, images, unasked, { signal, isUnseen: true })
    if (signal.aborted) return false
    const recipeNow = recipes.list().find(({ id }) => id === recipe.id)
    if (!isDeepStrictEqual(recipeNow, recipe)) {
      isWanted = true
      return false
    }
    const { manifest, unchanged, skipped } = view
    if (files.length === 0) remove(batch)
    else {
      const plan = { recipe: unasked, folder, files, refused, zip, manifest, unchanged, skipped }
      await deps.begin([plan], () => remove(batch))
    }
    return true
  }

  /** Alone at any time, whoever calls it. What can't be done now is looked at again. */
  async function passes(): Promise<void> {
    try {
      while (isWanted && !signal.aborted) {
        isWanted = false
        await pass().catch((failure: unknown) => {
          if (!(failure instanceof AppFailure)) throw failure
          if (!signal.aborted) tryingAgain.later()
        })
      }
    } finally {
      turn = null
    }
  }

  function takeTurn(): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    isWanted = true
    turn ??= passes()
    return turn
  }

  function look(): void {
    if (isStarted) void guard.run(takeTurn)
  }

  return {
    start() {
      isStarted = true
      look()
    },
    look,
    async stop() {
      ending.abort()
      tryingAgain.stop()
      await turn?.catch(() => undefined)
    },
  }
}

/** Why a recipe can't export anything now. */
async function problemOf({ recipe, folder }: UsableRecipe, own: OwnFolders): Promise<AppError | null> {
  if (readNameTemplate(recipe.settings.template).template === null) return appError('exportNamesUnfit')
  const found = await writeProblem(folder, own)
  // Only the user can help there.
  if (found?.code === 'exportFolderOwn') return found
  return found && appError('exportWaits', { params: { folder }, detail: found.detail })
}
