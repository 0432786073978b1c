import { lchown, mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { ended, exported, namesIn, planOf, recipeFor, setUp } from './exportHarness'

const refused = { code: 'exportFolderOwn' }

describe('nothing is exported among Cyanotype’s own files', () => {
  test('a library, what is in one, and the profile can’t be chosen, however they are reached', async () => {
    const { call, folder, root, ports } = await setUp(['boat.png'])
    await mkdir(join(root, 'library', 'aside'))
    const names = ['aside', '..aside', ...(process.platform === 'win32' ? [] : ['a:side'])]
    for (const name of names) await mkdir(join(root, 'profile', name))
    await symlink(join(root, 'library'), join(root, 'linked'))
    const ofProfile = names.map((name) => `profile/${name}`)
    for (const place of ['library', 'library/aside', 'linked/aside', 'profile', ...ofProfile])
      await expect(recipeFor({ call, ports }, join(root, place))).rejects.toMatchObject({
        error: { ...refused, params: { folder: join(root, place) } },
      })
    ports.chosenFolder = join(root, 'other')
    await mkdir(ports.chosenFolder)
    await call('library.choose', null)
    await expect(recipeFor({ call, ports }, join(root, 'library'))).rejects.toMatchObject({ error: refused })
    expect(await recipeFor({ call, ports }, folder)).toMatchObject({ folder })
  })

  test('but below a folder of that name that another user made', async (context) => {
    if (process.getuid?.() !== 0)
      return context.skip('only the administrator can make a folder for another user')
    const { call, folder, root, ports } = await setUp(['boat.png'])
    await mkdir(join(root, '.cyanotype'))
    await expect(recipeFor({ call, ports }, folder)).rejects.toMatchObject({ error: refused })
    await lchown(join(root, '.cyanotype'), 12_345, 12_345)
    expect(await recipeFor({ call, ports }, folder)).toMatchObject({ folder })
    await expect(recipeFor({ call, ports }, root)).rejects.toMatchObject({ error: refused })
  })

  test('nor used, if the destination became a library since', async () => {
    const { call, ids, folder, ports } = await setUp(['boat.png'])
    const recipe = await recipeFor({ call, ports }, folder)
    const { plan } = await planOf(call, recipe, ids)
    await call('library.choose', null)
    await expect(call('exports.begin', { plans: [plan] })).rejects.toMatchObject({ error: refused })
    expect(await planOf(call, recipe, ids)).toMatchObject({ plan: 0, folderProblem: refused })
    expect(await namesIn(folder)).not.toContain('boat.png')
  })

  test('nor by another try, if what is around the destination became a library since', async () => {
    const { call, ids, root, ports } = await setUp(['boat.png'])
    const folder = join(root, 'parent', 'exports')
    await mkdir(folder, { recursive: true })
    const recipe = await recipeFor({ call, ports }, folder)
    const { plan } = await planOf(call, recipe, ids)
    const boat = join(root, 'library', (await call('images.details', { id: ids[0] ?? '' })).file)
    await rename(boat, join(root, 'aside'))
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    await rename(join(root, 'aside'), boat)
    ports.chosenFolder = join(root, 'parent')
    await call('library.choose', null)
    await call('exports.act', { action: 'retry' })
    const isRefused = async () => {
      const run = await call('exports.current', null)
      if (run?.stage === 'ended') expect(run.written).toBe(0)
      return run?.stage === 'running' && run.problem?.code === refused.code
    }
    await eventually(isRefused, { what: 'the refusal' })
    expect(await namesIn(folder)).toEqual([])
  })

  test('and a name that leads into a library from around it isn’t written', async () => {
    const { call, ids, root, ports } = await setUp(['boat.png'])
    const recipe = await recipeFor({ call, ports }, root, { template: 'library/{name}' })
    const before = await namesIn(join(root, 'library'))
    const { run } = await exported(call, recipe, ids)
    expect(run).toMatchObject({ written: 0, failed: [{ error: refused, count: 1 }] })
    expect(await namesIn(join(root, 'library'))).toEqual(before)
  })
})
