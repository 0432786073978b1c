import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Answer } from '@shared/ipc/contract'
import type { ExportPlan, ExportRun } from '@shared/model/exportRun'
import { bitsOf, bitsText } from '@shared/model/numberBits'
import type { SeededRecipe } from './exportWorld'

/** Images by their numbers, from the first. */
export const selected = (from: number, count: number) => ({
  ids: [],
  numbers: bitsText(
    bitsOf(
      Array.from({ length: count }, (_, at) => from + at),
      from + count,
    ),
  ),
})

/**
 * Exports so many images by some recipes in one go, as the dialog does it. Milliseconds from the press until the app says that it
 * ended; the files are removed. Throws unless all were written.
 */
export async function exportImages(
  page: Page,
  recipes: readonly SeededRecipe[],
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number> {
  const what = { images: selected(from, count) }
  const { ms, run } = await page.evaluate(
    async ([recipeIds, what]) => {
      const { request, subscribe } = window.cyanotype
      const ended = new Promise<ExportRun>((resolve) => {
        const forget = subscribe((event, payload) => {
          const run = payload as ExportRun | null
          if (event !== 'exports.changed' || run?.stage !== 'ended') return
          forget()
          resolve(run)
        })
      })
      const begun = performance.now()
      const plans: number[] = []
      for (const recipeId of recipeIds) {
        const input = { what, recipeId, besides: [...plans] }
        const answer = (await request('exports.plan', input)) as Answer<ExportPlan>
        if (!answer.ok) throw new Error('exports.plan was refused')
        plans.push(answer.value.plan)
      }
      await request('exports.begin', { plans })
      const run = await ended
      const ms = performance.now() - begun
      await request('exports.act', { action: 'dismiss' })
      return { ms, run }
    },
    [recipes.map(({ id }) => id), what] as const,
  )
  if (run.stage !== 'ended' || run.written !== count * recipes.length)
    throw new Error(`the export came to ${JSON.stringify(run)}`)
  for (const { folder } of recipes) await emptyFolder(folder)
  return ms
}

/** Whatever is measured next doesn't wait until the system is done with it. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  await promisify(execFile)('sync')
}
