import { createHash } from 'node:crypto'
import { readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { mountSmallDisk } from '../../support/smallDisk'
import { testDatabase } from '../../support/testDatabase'
import { extracted, readByPython } from '../../support/zipReaders'
import { bring } from '../bringing/bringingHarness'
import { ended, exported, namesIn, planOf, recipeFor, setUp } from './exportHarness'

describe('an export', () => {
  test('writes what it said: originals byte for byte, and nothing else', async () => {
    const { call, ids, folder, root, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder)
    const { plan, run } = await exported(call, recipe, ids)
    expect(plan).toMatchObject({ images: 3, files: 3, taken: 0, repeated: 0, unwritable: [] })
    expect(run).toMatchObject({ written: 3, failed: [], left: 0, places: [{ folder, zip: null }] })
    expect(await namesIn(folder)).toEqual(plan.names.toSorted())
    expect(plan.names).toEqual(['boat.png', 'harbour.png', 'ship.png'])
    const sizes = await Promise.all(plan.names.map((name) => readFile(join(folder, name))))
    expect(plan.bytes).toBe(sizes.reduce((sum, { length }) => sum + length, 0))
    for (const [at, name] of plan.names.entries())
      expect(sizes[at]).toEqual(await readFile(join(root, 'pictures', name)))
  })

  test.each(['folder', 'zip'] as const)(
    'writes into a %s what an original was edited to, and lists its digest, though its time hides that',
    async (into) => {
      const core = await setUp(['boat.png'])
      const { call, ids, folder, root } = core
      const path = join(root, 'library', (await call('images.details', { id: ids[0] ?? '' })).file)
      const { atime, mtime } = await stat(path)
      const edited = await sharp(path).negate().png().toBuffer()
      await writeFile(path, edited)
      await utimes(path, atime, mtime)
      const { run } = await exported(call, await recipeFor(core, folder, { into, manifest: 'json' }), ids)
      expect(run).toMatchObject({ written: 1, failed: [] })
      const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
      const sha256 = digestOf(edited)
      const zip = join(folder, run.places[0]?.zip ?? '')
      const list =
        into === 'zip'
          ? await extracted(zip, 'manifest.json')
          : await readFile(join(folder, 'manifest.json'), 'utf8')
      expect(JSON.parse(list)).toMatchObject([{ file: 'boat.png', sha256 }])
      if (into === 'zip') expect((await readByPython(zip)).entries).toMatchObject([{ digest: sha256 }, {}])
      else expect(digestOf(await readFile(join(folder, 'boat.png')))).toBe(sha256)
    },
  )

  test('never overwrites: names that are taken get a number, and that was said', async () => {
    const { call, ids, folder, ports } = await setUp()
    await writeFile(join(folder, 'BOAT.png'), 'mine')
    const recipe = await recipeFor({ call, ports }, folder)
    const { plan } = await exported(call, recipe, ids)
    expect(plan).toMatchObject({ taken: 1, names: ['boat (2).png', 'harbour.png', 'ship.png'] })
    expect(await namesIn(folder)).toEqual(['BOAT.png', 'boat (2).png', 'harbour.png', 'ship.png'].sort())
    expect(await readFile(join(folder, 'BOAT.png'), 'utf8')).toBe('mine')
  })

  test('of a name that is taken after it was planned overwrites nothing either', async () => {
    const { call, ids, folder, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder)
    const { plan } = await planOf(call, recipe, ids)
    await writeFile(join(folder, 'boat.png'), 'mine')
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    expect(await readFile(join(folder, 'boat.png'), 'utf8')).toBe('mine')
    expect(await namesIn(folder)).toContain('boat (2).png')
  })

  test.each([
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
    ['png', 'png'],
    ['avif', 'avif'],
  ] as const)('converts to %s, never enlarging unless asked', async (format, ext) => {
    const { call, ids, folder, ports } = await setUp(['boat.png'])
    const settings = { format, longestSide: 20, background: '#00ff00' } as const
    await exported(call, await recipeFor({ call, ports }, folder, settings), ids)
    const small = await sharp(join(folder, `boat.${ext}`)).metadata()
    expect(small).toMatchObject({ width: 20, height: 10, format: format === 'avif' ? 'heif' : format })
    expect(small.hasAlpha).toBe(format !== 'jpeg')
    await call('exports.act', { action: 'dismiss' })

    const kept = { ...settings, longestSide: 80, template: 'kept/{name}' }
    await exported(call, await recipeFor({ call, ports }, folder, kept), ids)
    expect(await sharp(join(folder, `kept/boat.${ext}`)).metadata()).toMatchObject({ width: 40 })
    await call('exports.act', { action: 'dismiss' })

    const larger = { ...kept, enlarge: true, template: 'larger/{name}' }
    await exported(call, await recipeFor({ call, ports }, folder, larger), ids)
    expect(await sharp(join(folder, `larger/boat.${ext}`)).metadata()).toMatchObject({
      width: 80,
      height: 40,
    })
    if (format === 'jpeg') {
      const { dominant } = await sharp(join(folder, `boat.${ext}`)).stats()
      expect(dominant.g).toBeGreaterThan(dominant.b)
    }
  })

  test('says what can’t be written before it begins', async () => {
    const { call, ids, folder, root, ports } = await setUp()
    const none = await call('exports.plan', { what: { images: { ids } }, recipeId: 'web' })
    expect(none).toMatchObject({ plan: 0, files: 3, folderProblem: null })

    const wrong = await recipeFor({ call, ports }, folder, { template: '{name}-{colour}' })
    expect(await planOf(call, wrong, ids)).toMatchObject({
      plan: 0,
      nameProblem: { kind: 'tokenUnknown', at: 7, text: '{colour}' },
    })
    const away = await recipeFor({ call, ports }, join(root, 'nowhere'))
    expect(await planOf(call, away, ids)).toMatchObject({ plan: 0, folderProblem: { code: 'exportAway' } })
    await writeFile(join(root, 'file'), '')
    const file = await recipeFor({ call, ports }, join(root, 'file'))
    expect(await planOf(call, file, ids)).toMatchObject({ folderProblem: { code: 'folderUnwritable' } })
    const deep = join(root, ...Array.from({ length: 17 }, () => 'd'.repeat(240)))
    const long = await recipeFor({ call, ports }, deep)
    expect(await planOf(call, long, ids)).toMatchObject({
      files: 0,
      unwritable: [{ error: { code: 'exportPathTooLong' }, count: 3 }],
    })
  })

  test('counts the images that couldn’t be written by their errors, writes the others, and tries again', async () => {
    const { call, ids, folder, root, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp' })
    const { plan } = await planOf(call, recipe, ids)
    const { file } = await call('images.details', { id: ids[0] ?? '' })
    await rename(join(root, 'library', file), join(root, 'aside.png'))
    await call('exports.begin', { plans: [plan] })
    expect(await ended(call)).toMatchObject({
      written: 2,
      failed: [{ error: { code: 'imageLost' }, count: 1 }],
      named: [{ path: 'boat.webp', error: { code: 'imageLost' } }],
      left: 0,
    })
    expect(await namesIn(folder)).toEqual(['harbour.webp', 'ship.webp'])
    await rename(join(root, 'aside.png'), join(root, 'library', file))
    await call('exports.act', { action: 'retry' })
    await eventually(async () => (await ended(call)).written === 3)
    expect(await namesIn(folder)).toEqual(['boat.webp', 'harbour.webp', 'ship.webp'])
  })

  test('waits when the destination is gone, and goes on when it is back, though it was cancelled meanwhile', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `boat ${at}.png`)
    const { call, ids, folder, ports } = await setUp(names)
    const recipe = await recipeFor({ call, ports }, folder, { template: 'all/{counter}' })
    const { plan } = await planOf(call, recipe, ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    await rename(folder, `${folder}-away`)
    await call('exports.act', { action: 'resume' })
    const hasProblem = async () => {
      const run = await call('exports.current', null)
      return run?.stage === 'running' && run.problem?.code === 'exportAway'
    }
    await eventually(hasProblem, { what: 'the problem' })
    await call('exports.act', { action: 'cancel' })
    await ended(call)
    await rename(`${folder}-away`, folder)
    await call('exports.act', { action: 'retry' })
    await eventually(async () => (await ended(call)).left === 0)
    expect(await ended(call)).toMatchObject({ written: 9, failed: [] })
    expect(await namesIn(join(folder, 'all'))).toEqual(names.map((_, at) => `${at + 1}.png`).sort())
  })

  test('waits when the destination is full, and goes on once there is room', async (context) => {
    const { call, ids, folder, ports } = await setUp()
    const disk = mountSmallDisk(folder, 1)
    if ('refused' in disk) return context.skip(disk.refused)
    onTestFinished(disk.unmount)
    const recipe = await recipeFor({ call, ports }, folder, {
      format: 'png',
      longestSide: 900,
      enlarge: true,
    })
    await disk.fill(5_000)
    const { plan, free, bytes } = await planOf(call, recipe, ids)
    expect(free).toBeLessThan(bytes)
    await call('exports.begin', { plans: [plan] })
    const isFull = async () => {
      const run = await call('exports.current', null)
      return run?.stage === 'running' && run.problem?.code === 'exportFull'
    }
    await eventually(isFull, { what: 'a full disk' })
    await eventually(async () => (await namesIn(folder)).join() === 'filler', { what: 'no partial file' })
    // Only what has ended can be tried again: nothing goes on, and it keeps saying why.
    await call('exports.act', { action: 'retry' })
    expect(await isFull()).toBe(true)
    await disk.clear()
    await call('exports.act', { action: 'resume' })
    expect(await ended(call)).toMatchObject({ written: 3, failed: [] })
    expect(await namesIn(folder)).toEqual(['boat.png', 'harbour.png', 'ship.png'])
  })

  test('that is cancelled leaves whole files only, and can go on', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `boat ${at}.png`)
    const { call, ids, folder, ports } = await setUp(names)
    const recipe = await recipeFor({ call, ports }, folder, { template: '{counter}', format: 'jpeg' })
    const { plan } = await planOf(call, recipe, ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    expect(await call('exports.current', null)).toMatchObject({ stage: 'running', isPaused: true })
    await call('exports.act', { action: 'cancel' })
    const { written, left } = await ended(call)
    expect(written + left).toBe(12)
    expect(left).toBeGreaterThan(0)
    await eventually(async () => (await namesIn(folder)).every((name) => /^\d+\.jpg$/.test(name)))
    await call('exports.act', { action: 'retry' })
    await eventually(async () => (await ended(call)).left === 0)
    expect(await namesIn(folder)).toHaveLength(12)
    await Promise.all((await namesIn(folder)).map((name) => sharp(join(folder, name)).stats()))
  })

  test.each(['before', 'after'])(
    'removes what a kill %s it was cancelled left: of the list, and of files beside',
    async (moment) => {
      const names = Array.from({ length: 12 }, (_, at) => `boat ${at}.png`)
      const { call, core, ids, folder, root, ports } = await setUp(names)
      const settings = { template: '{counter}', sidecar: true, manifest: 'csv' } as const
      const { plan } = await planOf(call, await recipeFor({ call, ports }, folder, settings), ids)
      await call('exports.begin', { plans: [plan] })
      await call('exports.act', { action: 'pause' })
      await core.stop()
      const db = testDatabase(join(ports.places.profile, 'cyanotype.db'))
      const next = db.get<{ id: string; number: number; path: string }>(
        `SELECT id, number, path FROM exports, export_files WHERE export_files.state = 'waiting' ORDER BY number`,
      )
      if (moment === 'after') db.run(`UPDATE exports SET state = 'ended'`)
      db.close()
      const part = `.cyanotype-${next?.id}-`
      await writeFile(join(folder, `${part}manifest.part`), 'file,pro')
      await writeFile(join(folder, `${next?.path}.xmp`), `${part}${next?.number}.part\n`)
      const left = await namesIn(folder)

      const { call: again } = await startCore(root)
      await again('exports.act', { action: 'cancel' })
      await ended(again)
      const whole = left.filter((name) => !name.startsWith('.') && name !== `${next?.path}.xmp`)
      await eventually(async () => (await namesIn(folder)).join() === whole.join(), { what: whole.join() })
    },
  )

  test('is the only one, of the latest plan', async () => {
    const { call, ids, folder, ports } = await setUp()
    const recipe = await recipeFor({ call, ports }, folder)
    const first = await planOf(call, recipe, ids)
    const second = await planOf(call, recipe, ids)
    await expect(call('exports.begin', { plans: [first.plan] })).rejects.toMatchObject({
      error: { code: 'rowMissing' },
    })
    await rm(folder, { recursive: true })
    await expect(call('exports.begin', { plans: [second.plan] })).rejects.toMatchObject({
      error: { code: 'exportAway' },
    })
    expect(await call('exports.current', null)).toBeNull()
  })
})

describe('a list of the files', () => {
  test.each(['csv', 'json'] as const)('says in %s what each was made of', async (manifest) => {
    const { call, ids, folder, ports } = await setUp()
    await writeFile(join(folder, `manifest.${manifest}`), 'mine')
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp', manifest })
    const { plan } = await exported(call, recipe, ids)
    expect(plan.manifest).toBe(`manifest (2).${manifest}`)
    const text = await readFile(join(folder, plan.manifest ?? ''), 'utf8')
    const listed: readonly Record<string, unknown>[] =
      manifest === 'json' ? JSON.parse(text) : parse(text, { columns: true, bom: true })
    expect(listed.map(({ file }) => file)).toEqual(plan.names)
    const digest = createHash('sha256').update(await readFile(join(folder, 'boat.webp')))
    expect(listed[0]).toMatchObject({ prompt: 'boat', sha256: digest.digest('hex') })
    expect(await readFile(join(folder, `manifest.${manifest}`), 'utf8')).toBe('mine')
    expect(await namesIn(folder)).toHaveLength(5)
  })
})

test('words in a CSV list that a spreadsheet would run are guarded, and those in JSON are as they are', async () => {
  const { call, ids, folder, ports } = await setUp(['=1+1.png'])
  for (const manifest of ['csv', 'json'] as const) {
    await exported(call, await recipeFor({ call, ports }, folder, { template: '=1+1', manifest }), ids)
    await call('exports.act', { action: 'dismiss' })
  }
  const csv = await readFile(join(folder, 'manifest.csv'), 'utf8')
  expect(csv.startsWith('\ufeff')).toBe(true)
  expect(parse(csv, { columns: true, bom: true })).toMatchObject([
    { prompt: "'=1+1", name: "'=1+1", file: "'=1+1.png" },
  ])
  const json = await readFile(join(folder, 'manifest.json'), 'utf8')
  expect(JSON.parse(json)).toMatchObject([{ prompt: '=1+1', name: '=1+1', file: '=1+1 (2).png' }])
})

describe('a name that is taken', () => {
  test('is asked about, and nothing begins before the answer', async () => {
    const { call, ids, folder, ports } = await setUp()
    await writeFile(join(folder, 'boat.png'), 'mine')
    const recipe = await recipeFor({ call, ports }, folder, { existing: 'ask' })
    expect(await planOf(call, recipe, ids)).toMatchObject({ plan: 0, asks: true, taken: 1 })
    expect(await planOf(call, recipe, ids.slice(1))).toMatchObject({ asks: false, taken: 0 })
    const what = { images: { ids } }
    const answered = await call('exports.plan', { what, recipeId: recipe.id, existing: 'skip' })
    expect(answered).toMatchObject({ asks: false, skipped: 1, files: 2 })
    await call('exports.begin', { plans: [answered.plan] })
    expect(await ended(call)).toMatchObject({ written: 2, unchanged: 0, skipped: 1 })
  })

  test('is left alone if the recipe skips it', async () => {
    const { call, ids, folder, ports } = await setUp()
    await writeFile(join(folder, 'boat.png'), 'mine')
    const recipe = await recipeFor({ call, ports }, folder, { existing: 'skip' })
    const { plan } = await exported(call, recipe, ids)
    expect(plan).toMatchObject({ files: 2, skipped: 1, taken: 0 })
    expect(await namesIn(folder)).toEqual(['boat.png', 'harbour.png', 'ship.png'])
  })

  test('is replaced only by the same image, in a file of ours that nobody changed', async () => {
    const { call, ids, folder, ports } = await setUp()
    await writeFile(join(folder, 'harbour.webp'), 'mine')
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp', existing: 'replace' })
    await exported(call, recipe, ids)
    expect(await namesIn(folder)).toEqual(['boat.webp', 'harbour (2).webp', 'harbour.webp', 'ship.webp'])
    const before = await readFile(join(folder, 'boat.webp'))
    await writeFile(join(folder, 'ship.webp'), 'retouched')

    await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, longestSide: 16 } })
    const { plan } = await exported(call, recipe, ids)
    expect(plan).toMatchObject({ files: 3, replaced: 2, taken: 1 })
    expect(plan.names).toEqual(['boat.webp', 'harbour (2).webp', 'ship (2).webp'])
    expect(await readFile(join(folder, 'boat.webp'))).not.toEqual(before)
    expect(await readFile(join(folder, 'harbour.webp'), 'utf8')).toBe('mine')
    expect(await readFile(join(folder, 'ship.webp'), 'utf8')).toBe('retouched')
    expect(await planOf(call, recipe, ids)).toMatchObject({ files: 0, unchanged: 3 })
  })

  test('is not replaced if it is the file of an image that was left there, also since it was planned', async () => {
    const core = await setUp(['boat.png', 'harbour.png'])
    const { call, ids, folder, root } = core
    await symlink(folder, join(root, 'linked'))
    const recipe = await recipeFor(core, join(root, 'linked'), { format: 'jpeg', existing: 'replace' })
    await exported(call, recipe, ids)
    await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, quality: 20 } })
    const [boat, harbour] = ['boat.jpg', 'harbour.jpg'].map((name) => join(folder, name)) as [string, string]
    const bytes = await Promise.all([readFile(boat), readFile(harbour)])
    await bring(core, { leaves: true }, boat)
    const { plan, ...said } = await planOf(call, recipe, ids)
    expect(said).toMatchObject({ replaced: 1, taken: 1, names: ['boat (2).jpg', 'harbour.jpg'] })
    await bring(core, { leaves: true }, harbour)
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    expect(await namesIn(folder)).toEqual(['boat (2).jpg', 'boat.jpg', 'harbour (2).jpg', 'harbour.jpg'])
    expect(await Promise.all([readFile(boat), readFile(harbour)])).toEqual(bytes)
  })

  test('is not replaced if it is edited after it was planned', async () => {
    const { call, ids, folder, ports } = await setUp(['boat.png'])
    const recipe = await recipeFor({ call, ports }, folder, { format: 'webp', existing: 'replace' })
    await exported(call, recipe, ids)
    await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, quality: 10 } })
    const { plan, replaced } = await planOf(call, recipe, ids)
    expect(replaced).toBe(1)
    await writeFile(join(folder, 'boat.webp'), 'retouched')
    await call('exports.begin', { plans: [plan] })
    await ended(call)
    expect(await readFile(join(folder, 'boat.webp'), 'utf8')).toBe('retouched')
    expect(await namesIn(folder)).toEqual(['boat (2).webp', 'boat.webp'])
  })
})
