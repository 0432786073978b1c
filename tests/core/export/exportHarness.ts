import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportRecipe, RecipeSettings } from '@shared/model/exportRecipe'
import type { ExportRun } from '@shared/model/exportRun'
import sharp from 'sharp'
import type { Clock } from '../../../electron/core/ports'
import type { Call } from '../../support/call'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { type RunningCore, startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'

/** Pictures that differ by their width. */
async function picturesIn(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [at, name] of names.entries()) {
    const background = { r: 200, g: 20, b: 20, alpha: 0.5 }
    const picture = sharp({ create: { width: 40 + at, height: 20, channels: 4, background } })
    await writeFile(join(folder, name), await picture.png().toBuffer())
  }
}

/** A core whose library has these images, the first one first in lists. */
export async function setUp(
  names: readonly string[] = ['boat.png', 'harbour.png', 'ship.png'],
  /** Writes another picture into a file than the usual one. */
  draw: (path: string) => Promise<void> = async () => undefined,
  /** Another than the computer's own. */
  clock?: Clock,
) {
  const root = temporaryFolder()
  const run = await startCore(root, { ...(clock && { clock }) })
  await picturesIn(join(root, 'pictures'), names)
  run.ports.chosenImages = names.map((name) => join(root, 'pictures', name))
  for (const path of run.ports.chosenImages) await draw(path)
  await run.call('bringing.choose', { what: 'files' })
  await eventually(async () => (await run.call('bringing.current', null))?.stage === 'looked')
  await run.call('bringing.start', { leaves: false })
  await eventually(async () => (await run.call('bringing.current', null))?.stage === 'ended')
  const { rows } = await run.call('gallery.page', { text: '', sort: 'name', offset: 0, limit: 100 })
  const folder = join(root, 'exports')
  await mkdir(folder)
  return { ...run, root, folder, ids: rows.map(({ id }) => id) }
}

export async function recipeFor(
  { call, ports }: Pick<RunningCore, 'call' | 'ports'>,
  folder: string,
  settings: Partial<RecipeSettings> = {},
): Promise<ExportRecipe> {
  const [originals] = await call('exports.recipes', null)
  if (originals === undefined) throw new Error('no recipe')
  const made = await call('exports.saveRecipe', {
    id: null,
    name: 'Mine',
    settings: { ...originals.settings, template: '{name}', ...settings },
  })
  ports.chosenFolder = folder
  return (await call('exports.chooseFolder', { id: made.id })) ?? made
}

export const planOf = (call: Call, recipe: ExportRecipe, ids: readonly string[]) =>
  call('exports.plan', { what: { images: { ids: [...ids] } }, recipeId: recipe.id })

export async function ended(call: Call) {
  const current = (): Promise<ExportRun | null> => call('exports.current', null)
  await eventually(async () => (await current())?.stage === 'ended', { what: 'the end of the export' })
  return (await current()) as Extract<ExportRun, { readonly stage: 'ended' }>
}

export async function exported(call: Call, recipe: ExportRecipe, ids: readonly string[]) {
  const plan = await planOf(call, recipe, ids)
  await call('exports.begin', { plans: [plan.plan] })
  return { plan, run: await ended(call) }
}

export const namesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

/** The computer's clock, but its waits of a minute end when `pass` says so. */
export function minuteClock() {
  const waiting = new Set<() => unknown>()
  const clock: Clock = {
    ...realClock,
    after(ms, callback) {
      if (ms !== 60_000) return realClock.after(ms, callback)
      waiting.add(callback)
      return () => waiting.delete(callback)
    },
  }
  const pass = (): void => {
    const due = [...waiting]
    waiting.clear()
    for (const callback of due) callback()
  }
  return { clock, pass }
}
