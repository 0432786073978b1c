import { createHash, randomBytes } from 'node:crypto'
import { chmod, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecipeSettings } from '@shared/model/exportRecipe'
import { localDay } from '@shared/model/image'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually'
import { mountSmallDisk } from '../../../support/smallDisk'
import { complaintsOfUnzip, extracted, readByPython } from '../../../support/zipReaders'
import { ended, exported, namesIn, planOf, recipeFor, setUp as setUpCore } from '../exportHarness'

const names = ['boat.png', 'harbour.png', 'ship.png']

/** A core with three images, and a recipe for a ZIP of them. */
async function setUp(settings: Partial<RecipeSettings> = {}, draw?: (path: string) => Promise<void>) {
  const core = await setUpCore(names, draw)
  const recipe = await recipeFor(core, core.folder, { into: 'zip', template: 'sea/{name}', ...settings })
  const change = (changes: Partial<RecipeSettings>) =>
    core.call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, ...changes } })
  const again = async (ids = core.ids) => {
    await core.call('exports.act', { action: 'dismiss' })
    return await exported(core.call, recipe, ids)
  }
  /** Hides the file of an image; the answer puts it back. */
  const lose = async (at: number) => {
    const { file } = await core.call('images.details', { id: core.ids[at] ?? '' })
    const [path, aside] = [join(core.root, 'library', file), join(core.root, `aside-${at}`)]
    await rename(path, aside)
    return () => rename(aside, path)
  }
  return { ...core, recipe, change, again, lose, zip: `mine-${localDay(Date.now())}.zip` }
}

const entriesOf = async (path: string) => (await readByPython(path)).entries.map(({ name }) => name)

describe('a ZIP', () => {
  test('holds what was said, byte for byte, and is the only file', async () => {
    const { call, ids, folder, root, recipe, zip } = await setUp({ manifest: 'csv', sidecar: true })
    const { plan, run } = await exported(call, recipe, ids)
    expect(plan).toMatchObject({
      files: 3,
      zip: { path: zip, fate: 'new', isNamedByBatch: false },
      manifest: 'manifest.csv',
      names: ['sea/boat.png', 'sea/harbour.png', 'sea/ship.png'],
    })
    expect(run).toMatchObject({ written: 3, failed: [], left: 0, places: [{ zip, folder }] })
    expect(await namesIn(folder)).toEqual([zip])
    const path = join(folder, zip)
    expect(await complaintsOfUnzip(path)).toBe('')
    const { entries } = await readByPython(path)
    expect(entries.map(({ name }) => name)).toEqual([
      ...plan.names.flatMap((name) => [name, `${name}.xmp`]),
      'manifest.csv',
    ])
    for (const name of names) {
      const bytes = await readFile(join(root, 'pictures', name))
      const digest = createHash('sha256').update(bytes).digest('hex')
      expect(entries).toContainEqual({ name: `sea/${name}`, bytes: bytes.length, digest, isUtf8: true })
    }
    const rows: Record<string, string>[] = parse(await extracted(path, 'manifest.csv'), {
      columns: true,
      bom: true,
    })
    expect(rows.map(({ file, sha256 }) => [file, sha256])).toEqual(
      plan.names.map((name) => [name, entries.find((entry) => entry.name === name)?.digest]),
    )
  })

  test('holds copies, which leave nothing else behind', async () => {
    const { call, ids, folder, recipe, zip } = await setUp({ format: 'webp', metadata: 'stripped' })
    await exported(call, recipe, ids)
    expect(await namesIn(folder)).toEqual([zip])
    expect(await entriesOf(join(folder, zip))).toEqual(['sea/boat.webp', 'sea/harbour.webp', 'sea/ship.webp'])
  })

  test('is made once, if an export says so, and the recipe goes on as it was', async () => {
    const { call, ids, folder, recipe, zip, change } = await setUp()
    await change({ into: 'folder' })
    const what = { images: { ids } }
    const { plan } = await call('exports.plan', { what, recipeId: recipe.id, into: 'zip' })
    await call('exports.begin', { plans: [plan] })
    expect(await ended(call)).toMatchObject({ written: 3, places: [{ zip }] })
    expect(await namesIn(folder)).toEqual([zip])
    expect(await call('exports.recipes', null)).toContainEqual(
      expect.objectContaining({ id: recipe.id, settings: { ...recipe.settings, into: 'folder' } }),
    )
    expect(await planOf(call, recipe, ids)).toMatchObject({ zip: null, files: 3 })
  })

  test('isn’t written again while it is there as it was left', async () => {
    const { call, ids, recipe, folder, zip, again, change } = await setUp()
    await again()
    const plan = () => planOf(call, recipe, ids)
    // Its rights, which aren't what is in it.
    await chmod(join(folder, zip), 0o600)
    expect(await plan()).toMatchObject({ plan: 0, files: 0, unchanged: 3, zip: { path: zip, fate: 'there' } })
    await change({ sidecar: true })
    expect(await plan()).toMatchObject({ files: 3, zip: { fate: 'numbered' } })
    await change({ sidecar: false })
    await writeFile(join(folder, zip), 'mine')
    expect(await plan()).toMatchObject({ files: 3, zip: { fate: 'numbered' }, taken: 1 })
    await rm(join(folder, zip))
    expect(await plan()).toMatchObject({ files: 3, zip: { fate: 'new' } })
  })

  test('never takes a name, but that of an earlier ZIP of the same images, if it may', async () => {
    const { call, ids, recipe, folder, zip, again, change } = await setUp({ existing: 'ask' })
    await writeFile(join(folder, zip.toUpperCase()), 'mine')
    const plan = () => planOf(call, recipe, ids)
    expect(await plan()).toMatchObject({ plan: 0, asks: true, taken: 1, files: 3 })
    await change({ existing: 'skip' })
    expect(await plan()).toMatchObject({ plan: 0, files: 0, skipped: 3, zip: { fate: 'skipped' } })
    await change({ existing: 'replace', onlyNew: false })
    const numbered = zip.replace('.zip', ' (2).zip')
    expect((await again()).plan).toMatchObject({ zip: { path: numbered, fate: 'numbered' } })
    expect(await readFile(join(folder, zip.toUpperCase()), 'utf8')).toBe('mine')
    const few = ids.slice(1)
    expect(await planOf(call, recipe, few)).toMatchObject({ zip: { fate: 'numbered' } })
    await change({ existing: 'replace', onlyNew: false, sidecar: true })
    await chmod(join(folder, numbered), 0o600)
    expect((await again()).plan).toMatchObject({ files: 3, zip: { path: numbered, fate: 'replaces' } })
    expect(await entriesOf(join(folder, numbered))).toHaveLength(6)
    expect((await stat(join(folder, numbered))).mode & 0o777).toBe(0o600)
    expect(await namesIn(folder)).toEqual([zip.toUpperCase(), numbered].sort())
  })

  test('takes another name, if its own is taken after it was planned', async () => {
    const { call, ids, recipe, folder, zip } = await setUp()
    const { plan } = await planOf(call, recipe, ids)
    await writeFile(join(folder, zip), 'mine')
    await call('exports.begin', { plans: [plan] })
    expect(await ended(call)).toMatchObject({
      places: [{ zip: zip.replace('.zip', ' (2).zip') }],
      written: 3,
    })
    expect(await readFile(join(folder, zip), 'utf8')).toBe('mine')
  })

  test('is finished without what can’t be written, and made whole by another try', async () => {
    const { call, ids, recipe, folder, root, zip } = await setUp({ format: 'webp' })
    const { plan } = await planOf(call, recipe, ids)
    const { file } = await call('images.details', { id: ids[1] ?? '' })
    await rename(join(root, 'library', file), join(root, 'aside.png'))
    await call('exports.begin', { plans: [plan] })
    expect(await ended(call)).toMatchObject({
      written: 2,
      failed: [{ error: { code: 'imageLost' }, count: 1 }],
      left: 0,
    })
    expect(await entriesOf(join(folder, zip))).toEqual(['sea/boat.webp', 'sea/ship.webp'])
    await rename(join(root, 'aside.png'), join(root, 'library', file))
    await call('exports.act', { action: 'retry' })
    await eventually(async () => (await ended(call)).written === 3)
    expect(await namesIn(folder)).toEqual([zip])
    expect(await entriesOf(join(folder, zip))).toEqual(['sea/boat.webp', 'sea/harbour.webp', 'sea/ship.webp'])
    expect(await planOf(call, recipe, ids)).toMatchObject({ zip: { fate: 'there' } })
  })

  test('that lacks something takes no other’s place, by a plan or by another try', async () => {
    const { call, ids, folder, zip, again, lose } = await setUp({ existing: 'replace', onlyNew: false })
    await again()
    await lose(0)
    const { plan, run } = await again()
    const second = zip.replace('.zip', ' (2).zip')
    expect(plan).toMatchObject({ files: 3, zip: { path: zip, fate: 'replaces' } })
    expect(run).toMatchObject({ written: 2, places: [{ zip: second }] })
    expect(await entriesOf(join(folder, zip))).toHaveLength(3)

    await lose(1)
    await call('exports.act', { action: 'retry' })
    const third = zip.replace('.zip', ' (2) (2).zip')
    expect(await ended(call)).toMatchObject({ written: 1, kept: 0, places: [{ zip: third }] })
    expect(await entriesOf(join(folder, second))).toEqual(['sea/harbour.png', 'sea/ship.png'])

    await lose(2)
    await call('exports.act', { action: 'retry' })
    // None is written: what is there is what the last try placed.
    expect(await ended(call)).toMatchObject({
      ...{ written: 1, kept: 1, failed: [{ count: 3 }], left: 0 },
      places: [{ zip: third }],
    })
    expect(await namesIn(folder)).toEqual([zip, second, third].sort())
    expect(ids).toHaveLength(3)
  })

  test('is told as it is there, though another try is cancelled, even right after it was asked for', async () => {
    const { call, ids, recipe, folder, zip, lose } = await setUp({ format: 'webp' })
    const { plan } = await planOf(call, recipe, ids)
    const isBack = await lose(0)
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    await isBack()
    for (const isBegun of [false, true]) {
      await call('exports.act', { action: 'retry' })
      if (isBegun) {
        await call('exports.act', { action: 'pause' })
        await eventually(async () => (await namesIn(folder)).some((name) => name.endsWith('zip.part')))
      }
      await call('exports.act', { action: 'cancel' })
      const run = await call('exports.current', null)
      expect(run).toMatchObject({ stage: 'ended', written: 2, places: [{ zip }] })
      await eventually(async () => (await namesIn(folder)).length === 1)
    }
    await call('exports.act', { action: 'retry' })
    expect(await ended(call)).toMatchObject({ written: 3, failed: [], left: 0, places: [{ zip }] })
    expect(await entriesOf(join(folder, zip))).toHaveLength(3)
  })

  test('whose list would be another isn’t there', async () => {
    const { call, ids, recipe, again } = await setUp({ manifest: 'csv' })
    await again()
    await call('images.mark', { selection: { ids }, change: { rating: 5 } })
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 3, zip: { fate: 'numbered' } })
    await again()
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, zip: { fate: 'there' } })
  })

  test('that is cancelled leaves nothing, and can be tried again', async () => {
    const { call, ids, recipe, folder, zip } = await setUp({ format: 'webp' })
    const { plan } = await planOf(call, recipe, ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    await eventually(async () => (await namesIn(folder)).some((name) => name.endsWith('zip.part')))
    await call('exports.act', { action: 'cancel' })
    expect(await ended(call)).toMatchObject({ written: 0, left: 3 })
    await eventually(async () => (await namesIn(folder)).length === 0)
    await call('exports.act', { action: 'retry' })
    await eventually(async () => (await ended(call)).written === 3)
    expect(await namesIn(folder)).toEqual([zip])
  })

  test('whose destination goes away in the middle begins anew once that is back', async () => {
    const { call, ids, recipe, folder, zip } = await setUp({ format: 'webp' })
    const { plan } = await planOf(call, recipe, ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    await eventually(async () => (await namesIn(folder)).some((name) => name.endsWith('zip.part')))
    await rename(folder, `${folder} away`)
    await call('exports.act', { action: 'resume' })
    const isAway = async () => {
      const run = await call('exports.current', null)
      return run?.stage === 'running' && run.problem?.code === 'exportAway'
    }
    await eventually(isAway, { what: 'the problem' })
    await rename(`${folder} away`, folder)
    await call('exports.act', { action: 'resume' })
    expect(await ended(call)).toMatchObject({ written: 3, failed: [], left: 0 })
    expect(await namesIn(folder)).toEqual([zip])
    expect(await entriesOf(join(folder, zip))).toHaveLength(3)
  })

  test('waits when the destination is full, and is whole once there is room', async (context) => {
    const draw = async (path: string) => {
      const noise = sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
      await writeFile(path, await noise.png().toBuffer())
    }
    const { call, ids, recipe, folder, zip } = await setUp({}, draw)
    const disk = mountSmallDisk(folder, 1)
    if ('refused' in disk) return context.skip(disk.refused)
    onTestFinished(disk.unmount)
    const { plan } = await planOf(call, recipe, ids)
    await disk.fill(100_000)
    await call('exports.begin', { plans: [plan] })
    const isFull = async () => {
      const run = await call('exports.current', null)
      return run?.stage === 'running' && run.problem?.code === 'exportFull'
    }
    await eventually(isFull, { what: 'a full disk' })
    expect(await namesIn(folder)).not.toContain(zip)
    await disk.clear()
    await call('exports.act', { action: 'resume' })
    expect(await ended(call)).toMatchObject({ written: 3, failed: [] })
    expect(await namesIn(folder)).toEqual([zip])
    expect(await complaintsOfUnzip(join(folder, zip))).toBe('')
  })
})
