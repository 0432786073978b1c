import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { exported, setUp } from '../export/exportHarness'

/** Three images, exported by the recipe "Archive" as it comes: under the names that they have in the library. */
async function archived() {
  const run = await setUp()
  const { call, ports, core, root, ids } = run
  const archive = join(root, 'archive')
  const bin = join(root, 'bin')
  for (const folder of [archive, bin]) await mkdir(folder)
  ports.opener.trash = (path) => rename(path, join(bin, basename(path)))
  const recipes = await call('exports.recipes', null)
  const recipe = recipes.find(({ ready }) => ready === 'archive') ?? expect.unreachable()
  ports.chosenFolder = archive
  await exported(call, (await call('exports.chooseFolder', { id: recipe.id })) ?? recipe, ids)

  const contents = async (folder: string) => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'))
    const read = names
      .sort()
      .map(async (name) => [name, (await readFile(join(folder, name))).toString('hex')])
    return Object.fromEntries(await Promise.all(read)) as Record<string, string>
  }
  const upkeep = async (route: 'library.check' | 'library.rebuild') => {
    await (route === 'library.check' ? call(route, { asked: true }) : call(route, null))
    return eventually(
      async () => {
        const { upkeep } = await call('app.snapshot', null)
        return upkeep.running === null ? upkeep : null
      },
      { what: 'the end of the upkeep' },
    )
  }
  const listed = async (text: string) =>
    (await call('gallery.page', { text, offset: 0, limit: 10 })).rows.map(({ id }) => id)
  const opened = async () =>
    Promise.all(ids.map(async (id) => (await core.images.pictureFile(id))?.slice(root.length + 1)))
  return { ...run, archive, bin, contents, upkeep, listed, opened }
}

test('an archive that is chosen as library keeps its files when that is moved, and they replace no original', async () => {
  const { call, ports, root, ids, archive, contents, opened } = await archived()
  const before = await contents(archive)
  await call('library.choose', null)
  ports.chosenFolder = join(root, 'elsewhere')
  await mkdir(ports.chosenFolder)
  const plan = (await call('library.planMove', null)) ?? expect.unreachable()
  await call('library.move', { plan: plan.plan })
  await eventually(async () => (await call('app.snapshot', null)).move?.step === 'done', {
    what: 'the end of the move',
  })
  expect(await opened()).toEqual(ids.map(() => expect.stringMatching(/^library\//)))
  expect(await contents(archive)).toEqual(before)
})

test('an archive that is chosen as library replaces no original, and keeps its files when the trash is emptied', async () => {
  const { call, root, ids, archive, bin, contents, upkeep, listed, opened } = await archived()
  const before = await contents(archive)
  const originals = await contents(join(root, 'library'))
  // The same names, and other bytes.
  expect(Object.keys(before)).toEqual(Object.keys(originals))
  expect(before).not.toEqual(originals)
  expect(await call('library.choose', null)).toEqual({ libraryPath: archive, hasExports: true })
  expect(await opened()).toEqual(ids.map(() => expect.stringMatching(/^library\//)))
  expect((await upkeep('library.check')).last).toMatchObject({ changed: 0, missing: 0 })
  expect(await opened()).toEqual(ids.map(() => expect.stringMatching(/^library\//)))
  expect(await listed('is:changed')).toEqual([])

  await call('images.delete', { ids })
  // It answers after its first part, which is small on a busy machine; emptying takes what is in the trash by then.
  await eventually(async () => (await call('trash.size', { selection: null })).images === ids.length, {
    what: 'all of them',
  })
  await call('trash.discard', { selection: null })
  await eventually(async () => (await readdir(bin)).length === ids.length, { what: 'the originals there' })
  expect(Object.values(await contents(bin)).sort()).toEqual(Object.values(originals).sort())
  expect(await contents(archive)).toEqual(before)
})
