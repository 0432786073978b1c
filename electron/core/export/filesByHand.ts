import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { readNameTemplate } from '@shared/model/exportNames'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import { fewImages } from '@shared/model/imageSelection'
import { z } from 'zod'
import { lstat, mkdir, readdir, rm, rmdir } from '../drive'
import { syncFile } from '../durability'
import { newId } from '../ids'
import type { ListOfImages } from '../library/library'
import { isAbsence } from '../library/libraryFolders'
import { readPlain, replacePlain } from '../plainFile'
import type { Places } from '../ports'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { NotNow } from './destination'
import { makePlan, type PlannedFile, type PlanningDeps } from './exportPlan'
import { type LedgerEntry, settingsKey, writtenFileSchema } from './ledger'
import { thoughMoved } from './movedSource'
import type { Recipes } from './recipes'
import { findUnchanged, leftThere } from './unchangedFiles'
import { type WritingDeps, writeImage } from './writing'

/**
 * Files that a recipe makes for the user to paste or to drop somewhere. They stay until the next start; what a program on
 * which they were dropped saved into them, or beside them, stays.
 */
export interface FilesByHand {
  /** Removes those of an earlier run that are as they were made. */
  start(): Promise<void>
  /**
   * Absolute paths, in order, of files that are complete: those of last time, if they would be the same. Throws AppFailure
   * `rowMissing`, `filesTooMany`, `exportNamesUnfit`; `filesIncomplete` if several were wanted and not all can be made,
   * otherwise why the one can't.
   */
  make(list: ListOfImages, recipeId: string): Promise<readonly string[]>
  /** What is being made isn't. */
  stop(): void
}

/** Those that were made last. */
interface Made {
  readonly key: string
  readonly folder: string
  readonly entries: ReadonlyMap<string, LedgerEntry>
}

/** As many as are converted at a time. */
const atOnce = 2

/** What was made in a folder, noted beside it before anybody is given its files. */
const notesOf = (folder: string): string => `${folder}.json`
const notesSchema = z.array(writtenFileSchema).nullable().catch(null)
/** Bytes. */
const longestNotes = 8 * 2 ** 20

export function createFilesByHand(
  deps: WritingDeps &
    PlanningDeps & {
      readonly recipes: Pick<Recipes, 'find'>
      readonly places: Pick<Places, 'profile'>
    },
): FilesByHand {
  const { recipes, places, clock, library } = deps
  const all = join(places.profile, 'by-hand')
  const ending = new AbortController()
  const { signal } = ending
  /** Those of this run. */
  const begun = new Set<string>()
  let last: Made | null = null

  async function planned(list: ListOfImages, recipe: ExportRecipe): Promise<readonly PlannedFile[]> {
    if (readNameTemplate(recipe.settings.template).template === null)
      throw new AppFailure(appError('exportNamesUnfit'))
    const { files, view } = await makePlan(deps, list, recipe, { signal })
    const [first] = view.unwritable
    const missing = list.total - files.length
    if (missing > 0)
      throw list.total === 1 && first !== undefined ? new AppFailure(first.error) : incomplete(missing, list)
    return files
  }

  /** An original that was edited since gives other files; null if that isn't known. */
  async function changeOf({ imageId }: PlannedFile): Promise<number | null> {
    const found = await library.imageFile(imageId).catch(() => null)
    return found === null
      ? null
      : await lstat(found).then(
          ({ ctimeMs }) => ctimeMs,
          () => null,
        )
  }

  /** Whether they are all still there, as they were made. */
  async function areThere({ folder, entries }: Made, recipe: ExportRecipe): Promise<boolean> {
    const known = { read: () => entries, leftImages: () => new Set<string>(), recordTimes: () => undefined }
    const left = await leftThere(known, recipe.id, folder, [])
    return [...left.values()].every(({ isWhole }) => isWhole)
  }

  async function write(files: readonly PlannedFile[], recipe: ExportRecipe, key: string): Promise<Made> {
    const id = newId(clock.now())
    const folder = join(all, id)
    begun.add(id)
    const place = { id, folder, settings: recipe.settings, own: async () => null }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const entries = new Map<string, LedgerEntry>()
    const failures: unknown[] = []
    let next = 0
    async function writeNext(): Promise<void> {
      for (let file = files[next]; file !== undefined && !signal.aborted; file = files[next]) {
        next++
        const { imageId, source } = file
        try {
          const number = next
          const write = () => writeImage(deps, place, { ...file, number })
          const written = await thoughMoved(deps, imageId, write)
          entries.set(imageId, { ...written, source, settings: key })
        } catch (failure) {
          failures.push(failure instanceof NotNow ? new AppFailure(failure.error) : failure)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, writeNext))
    if (signal.aborted) throw new AppFailure(appError('quitting'))
    if (failures.length === 0) await note(folder, entries).catch((failure) => failures.push(failure))
    const bug = failures.find((failure) => !(failure instanceof AppFailure))
    if (failures.length === 0) return { key, folder, entries }
    await rm(folder, { recursive: true, force: true })
    throw bug ?? (files.length === 1 ? failures[0] : incomplete(failures.length, { total: files.length }))
  }

  return {
    async start() {
      const names = await readdir(all).catch(() => [])
      for (const id of new Set(names.map((name) => name.replace(/\.json$/, ''))))
        if (!begun.has(id)) await removeMade(join(all, id))
    },

    async make(list, recipeId) {
      if (list.total > fewImages)
        throw new AppFailure(appError('filesTooMany', { params: { maximum: fewImages }, retry: 'free' }))
      const recipe = byHand(recipes.find(recipeId))
      const files = await planned(list, recipe)
      const key = JSON.stringify([
        settingsKey(recipe.settings),
        files,
        await Promise.all(files.map(changeOf)),
      ])
      const isReady = last !== null && last.key === key && (await areThere(last, recipe))
      const made = last !== null && isReady ? last : await write(files, recipe, key)
      last = made
      return files.map(({ imageId }) => join(made.folder, made.entries.get(imageId)?.path ?? ''))
    },

    stop: () => ending.abort(),
  }
}

async function note(folder: string, entries: Made['entries']): Promise<void> {
  try {
    await replacePlain(notesOf(folder), JSON.stringify([...entries.values()]))
    await syncFile(notesOf(folder))
  } catch (failure) {
    if (!isFileProblem(failure)) throw failure
    const detail = { cause: systemCode(failure) ?? 'unknown' }
    throw new AppFailure(appError('storageUnwritable', { retry: 'free', detail }), { cause: failure })
  }
}

async function removeMade(folder: string): Promise<void> {
  const notes = await readPlain(notesOf(folder), longestNotes).catch((problem: unknown) => {
    if (!isAbsence(problem)) throw problem
    return null
  })
  // Nobody was given any of them.
  if (notes === null) return rm(folder, { recursive: true, force: true })
  const made = notesSchema.parse(jsonOf(notes)) ?? []
  const left = await findUnchanged(folder, made, { isSure: true })
  for (const { path } of left.values()) await rm(join(folder, path), { force: true })
  const isGone = await rmdir(folder).then(() => true, isAbsence)
  if (isGone) await rm(notesOf(folder), { force: true })
}

/** Null for what a disk damaged. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Each file alone, under the name that the recipe gives it within its folders. */
function byHand(recipe: ExportRecipe): ExportRecipe {
  const { template } = recipe.settings
  const settings = {
    ...recipe.settings,
    template: template.slice(template.lastIndexOf('/') + 1),
    into: 'folder',
    onlyNew: false,
    existing: 'number',
    manifest: 'none',
    sidecar: false,
  } as const
  return { ...recipe, folder: null, settings }
}

const incomplete = (missing: number, { total }: Pick<ListOfImages, 'total'>): AppFailure =>
  new AppFailure(appError('filesIncomplete', { params: { missing, total }, retry: 'free' }))
