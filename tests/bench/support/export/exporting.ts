import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
 * Exports so many images by a recipe, as the dialog does it. Milliseconds from the press until the app says that it
 * ended; the files are removed. Throws unless all were written.
 */
export async function exportImages(
  page: Page,
  recipe: SeededRecipe,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<number> {
  const what = { images: selected(from, count) }
  const { ms, run } = await page.evaluate(
    async ([recipeId, what]) => {
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
      const answer = (await request('exports.plan', { what, recipeId })) as Answer<ExportPlan>
      if (!answer.ok) throw new Error('exports.plan was refused')
      await request('exports.begin', { plan: answer.value.plan })
      const run = await ended
      const ms = performance.now() - begun
      await request('exports.act', { action: 'dismiss' })
      return { ms, run }
    },
    [recipe.id, what] as const,
  )
  if (run.stage !== 'ended' || run.written !== count)
    throw new Error(`the export came to ${JSON.stringify(run)}`)
  await emptyFolder(recipe.folder)
  return ms
}

export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
}
