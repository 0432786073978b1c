import { lstatSync, readdirSync, renameSync, symlinkSync, watch } from 'node:fs'
import { lstat, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { selected } from '../bench/support/export/exporting'
import { createExportWorld } from '../bench/support/export/exportWorld'
import { paintPictures } from '../bench/support/export/paintedPictures'
import { expect, test } from './fixtures/app'
import { filesBelow } from './fixtures/profile'
import { galleryOf } from './fixtures/regions'

const diary = 'the diary of the user, which nobody else may read'

/**
 * Another user, who may write to a folder: takes each file away that has no name yet, and puts a link to a private
 * file in its place. A ZIP keeps its place, so that what gets into it can be seen.
 */
function beOtherUser(folder: string, aside: string, secret: string): () => void {
  let taken = 0
  const other = watch(folder, () => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (!name.endsWith('.part') || name.endsWith('zip.part')) continue
      try {
        if (lstatSync(path).isSymbolicLink()) continue
        renameSync(path, join(aside, `taken-${++taken}`))
        symlinkSync(secret, path)
      } catch {
        // Cyanotype was faster.
      }
    }
  })
  return () => other.close()
}

for (const into of ['folder', 'zip'] as const)
  test(`an export to a shared ${into} neither writes nor reads through another user’s link`, async ({
    launch,
    profile,
  }) => {
    const root = dirname(profile.folder)
    const secret = join(root, 'diary')
    await writeFile(secret, diary)
    const world = await createExportWorld(root, { pictures: await paintPictures(root, 1), rows: 1 })
    // Its slowest format leaves the other user time.
    const recipe = world.recipe({ format: 'avif', into, sidecar: true, manifest: 'csv', existing: 'number' })
    world.close()
    const app = await launch(profile)
    await expect(galleryOf(app.page).region).toBeVisible()
    const stop = beOtherUser(recipe.folder, root, secret)

    /** Exports the image; returns whether it is told as failed, or null if the diary was overwritten. */
    const exported = async (): Promise<boolean | null> => {
      await app.ask('exports.act', { action: 'dismiss' })
      const what = { images: selected(1, 1) }
      const { plan } = await app.ask('exports.plan', { what, recipeId: recipe.id, besides: [] })
      await app.ask('exports.begin', { plans: [plan] })
      const current = () => app.ask('exports.current', null)
      // A list that can’t be written holds up the end.
      await expect
        .poll(async () => {
          const run = await current()
          return run?.stage === 'ended' || (run?.stage === 'running' && run.problem !== null)
        })
        .toBe(true)
      if ((await current())?.stage === 'running') await app.ask('exports.act', { action: 'cancel' })
      await expect.poll(async () => (await current())?.stage).toBe('ended')
      const run = await current()
      if ((await readFile(secret, 'utf8')) !== diary) return null
      return run?.stage === 'ended' ? run.written === 0 : null
    }

    // The other user may be too slow.
    await expect(async () => expect(into === 'zip' || (await exported()) !== false).toBe(true)).toPass()
    if (into === 'zip') await exported()
    stop()
    expect(await readFile(secret, 'utf8')).toBe(diary)
    for (const path of await filesBelow(recipe.folder))
      if (!(await lstat(path)).isSymbolicLink()) expect((await readFile(path)).includes(diary)).toBe(false)
  })
