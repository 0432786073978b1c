import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { longTaskMs } from '../../../../electron/core/taskWatch'
import { type BenchApp, namedElectron, startApp } from '../benchApp'
import type { Figure } from '../figure'
import { picturesDrawn } from '../gallery/galleryWindow'
import { stopLines, taskLines } from '../scale/longTasks'
import { type Cost, createProbe, type Probe } from '../scale/probe'
import { createExportWorld, type ExportWorld, type SeededRecipe } from './exportWorld'

/** What a part of the export's bench works with. */
export interface ExportBench {
  /** How many are exported, and how many the library of "only new" has. */
  readonly images: number
  readonly rows: number
  /** Paths of some that differ. */
  readonly pictures: readonly string[]
  /** An empty folder for whatever a part needs; removed at the end. */
  readonly folder: string
  add(figure: Figure): void
}

/** Measures one thing about exports and adds its figures. */
export type ExportPart = (bench: ExportBench) => Promise<void>

/** The jobs that images come from are of whole batches. */
const ofBatch = 100

/** The app with a library of at least `count` images, with recipes to export them by. */
export interface ExportingApp<K extends string> extends BenchApp {
  readonly probe: Probe
  readonly world: ExportWorld
  readonly recipes: Readonly<Record<K, SeededRecipe>>
  /** For what others write. */
  readonly aside: string
}

export async function withApp<K extends string>(
  { folder, pictures }: Pick<ExportBench, 'folder' | 'pictures'>,
  settings: Readonly<Record<K, Partial<RecipeSettings>>>,
  count: number,
  work: (app: ExportingApp<K>) => Promise<void>,
): Promise<void> {
  const world = await createExportWorld(folder, { pictures, rows: Math.ceil(count / ofBatch) * ofBatch })
  const made = Object.entries<Partial<RecipeSettings>>(settings).map(([key, one]) => [key, world.recipe(one)])
  world.close()
  const aside = join(folder, 'aside')
  await mkdir(aside)
  const app = await startExporting(world)
  await picturesDrawn(app.page)
  try {
    const recipes = Object.fromEntries(made) as Record<K, SeededRecipe>
    await work({ ...app, world, recipes, aside })
  } finally {
    await app.electron.close()
  }
}

export async function startExporting({
  profile,
}: ExportWorld): Promise<BenchApp & { readonly probe: Probe }> {
  const app = await startApp(namedElectron(), process.cwd(), {
    profile,
    usable: { role: 'textbox', name: 'Prompt' },
  })
  return { ...app, probe: await createProbe(app) }
}

/**
 * The longest task of the main process in any of these, by the app's own watch, which reports those of 10 ms or more. Its
 * loop also stands still while the system keeps the process from running: that is told beside it.
 */
export function addLongest(add: ExportBench['add'], name: string, costs: readonly Cost[]): void {
  const of = (ms: readonly number[]): number => Math.max(0, ...ms)
  const longest = of(costs.flatMap(({ tasks }) => tasks.map(({ ms }) => ms)))
  const stood = of(costs.map(({ longestMs }) => longestMs))
  add({ name: `export: ${name}, longest task`, value: longest, unit: 'ms', target: longTaskMs })
  add({ name: `export: ${name}, loop stood still`, value: stood, unit: 'ms', target: null })
  const why = [
    ...taskLines(costs.flatMap(({ tasks }) => tasks)),
    ...stopLines(costs.flatMap(({ stops }) => stops)),
  ]
  for (const line of why) console.error(`  ${line}`)
}
