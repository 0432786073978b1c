import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '@shared/errors'
import { readySettings } from '@shared/model/exportRecipe'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/call'
import { type CoreProgram, coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { startKillableCore } from '../../support/killableCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { ended, minuteClock, namesIn, planOf, recipeFor, setUp } from './exportHarness'

const finished = { finishedBatches: true, format: 'png', template: '{batch}-{counter}' } as const

/** A batch of the demo service. Returns its id. */
async function enqueue(
  call: Call,
  prompt: string,
  n: number,
  mode: 'background' | 'direct' = 'background',
): Promise<string> {
  const { id } = await call('connections.useDemo', null)
  const draft = { prompt, model: 'aurora-2', size: '', n, mode, image: [] }
  return (await call('jobs.enqueue', { connectionId: id, draft, first: false })).batchId
}

const noticeOf = async (call: Call, code: ErrorCode) =>
  (await call('app.snapshot', null)).notices.find(({ error }) => error.code === code)

/** Without the file that shows for a moment whether the folder can be written to. */
const filesIn = async (folder: string) =>
  (await namesIn(folder)).filter((name) => !name.startsWith('.cyanotype-'))

async function filesBecome(folder: string, names: readonly string[]): Promise<void> {
  const wanted = names.toSorted().join()
  await eventually(async () => (await filesIn(folder)).join() === wanted, { what: wanted })
}

describe('batches that are done', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  test('are exported one after the other once no other export runs, and nobody is asked', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `boat ${at}.png`)
    const { call, ids, folder, ports, root } = await setUp(names)
    const target = join(root, 'finished')
    await mkdir(target)
    await writeFile(join(target, 'a-fern-1.png'), 'mine')
    const recipe = await recipeFor({ call, ports }, target, { ...finished, existing: 'ask' })
    const { plan } = await planOf(call, await recipeFor({ call, ports }, folder), ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    await enqueue(call, 'a fern', 2)
    await eventually(() => ports.told.length === 1, { what: 'one batch' })
    await enqueue(call, 'a moss', 1)
    await eventually(() => ports.told.length === 2, { what: 'two batches' })
    expect(await filesIn(target)).toEqual(['a-fern-1.png'])

    await call('exports.act', { action: 'resume' })
    await filesBecome(target, ['a-fern-1.png', 'a-fern-1 (2).png', 'a-fern-2.png', 'a-moss-1.png'])
    expect(await readFile(join(target, 'a-fern-1.png'), 'utf8')).toBe('mine')
    expect(await namesIn(folder)).toHaveLength(9)
    await ended(call)

    // By hand it knows them as its own, whether it exports by itself or not.
    const settings = { ...recipe.settings, finishedBatches: false }
    await call('exports.saveRecipe', { id: recipe.id, name: '', settings })
    const { rows } = await call('gallery.page', { text: 'fern', offset: 0, limit: 10 })
    const ferns = rows.map(({ id }) => id)
    expect(await planOf(call, recipe, ferns)).toMatchObject({ images: 2, unchanged: 2, files: 0 })

    // The name of a ZIP is made of the prompt then.
    const packed = await recipeFor({ call, ports }, folder, { into: 'zip', format: 'png' })
    expect((await planOf(call, packed, ferns)).zip).toMatchObject({
      path: expect.stringMatching(/^a-fern-/),
      isNamedByBatch: true,
    })
  })

  test('wait for their destination, which is told once, and tell of images that couldn’t be written', async () => {
    const { call, ports, root, events } = await setUp(['boat.png'])
    const target = join(root, 'finished')
    const recipe = await recipeFor({ call, ports }, target, finished)
    await enqueue(call, 'a fern', 2)
    const notice = await eventually(() => noticeOf(call, 'exportWaits'), { what: 'the notice' })
    expect(notice.error.params).toEqual({ folder: target })
    await call('app.dismissNotice', { id: notice.id })
    const before = events.length
    await enqueue(call, 'a moss', 1)
    await eventually(() => ports.told.length === 2, { what: 'two batches' })

    const { rows } = await call('gallery.page', { text: 'fern', offset: 0, limit: 10 })
    const { file } = await call('images.details', { id: rows[0]?.id ?? '' })
    await rename(join(root, 'library', file), join(root, 'aside'))
    await mkdir(target)
    ports.chosenFolder = target
    await call('exports.chooseFolder', { id: recipe.id })
    const run = await ended(call)
    expect(run).toMatchObject({ written: 1, failed: [{ error: { code: 'imageLost' }, count: 1 }], left: 0 })
    // Its result isn't replaced before the user has seen it.
    await call('exports.chooseFolder', { id: recipe.id })
    expect(await ended(call)).toEqual(run)
    expect(await filesIn(target)).toHaveLength(1)
    await call('exports.act', { action: 'dismiss' })
    await eventually(async () => (await filesIn(target)).includes('a-moss-1.png'))
    const since = JSON.stringify(events.slice(before).filter(({ event }) => event === 'app.noticesChanged'))
    expect(since).not.toContain('exportWaits')
  })

  test('follow an export whose destination was away for a minute, though nobody is there', async () => {
    const { clock, pass } = minuteClock()
    const { call, ids, folder, ports, root } = await setUp(['boat.png'], undefined, clock)
    const target = join(root, 'finished')
    await mkdir(target)
    await recipeFor({ call, ports }, target, finished)
    const { plan } = await planOf(call, await recipeFor({ call, ports }, folder), ids)
    await call('exports.begin', { plans: [plan] })
    await call('exports.act', { action: 'pause' })
    await rename(folder, `${folder}-away`)
    await call('exports.act', { action: 'resume' })
    const isAway = async () => {
      const run = await call('exports.current', null)
      return run?.stage === 'running' && run.problem?.code === 'exportAway'
    }
    await eventually(isAway, { what: 'the problem' })
    await enqueue(call, 'a fern', 1)
    await eventually(() => ports.told.length === 1, { what: 'one batch' })
    pass()
    await eventually(isAway, { what: 'the same problem' })

    await rename(`${folder}-away`, folder)
    await eventually(
      async () => {
        // While something is at work, its limits don't pass.
        const run = await call('exports.current', null)
        if (run?.stage !== 'running' || run.problem !== null) pass()
        return (await filesIn(target)).join() === 'a-fern-1.png'
      },
      { what: 'the batch' },
    )
    expect(await namesIn(folder)).toEqual(['boat.png'])
  })

  test('are exported again once a retry ended: only what it brought, whatever the recipe says', async () => {
    const { call, ports, root } = await setUp(['boat.png'])
    const target = join(root, 'finished')
    await mkdir(target)
    await recipeFor({ call, ports }, target, { ...finished, onlyNew: false })
    const batchId = await enqueue(call, 'a fern [refuse 2]', 2, 'direct')
    await filesBecome(target, ['a-fern-refuse-2-1.png'])
    const { rows } = await call('queue.finished', { batchId, offset: 0, limit: 1 })
    await call('jobs.act', { ids: rows.map(({ id }) => id), action: 'retryAsNew' })
    await filesBecome(target, ['a-fern-refuse-2-1.png', 'a-fern-refuse-2-2.png'])
    expect(ports.told).toHaveLength(1)
    expect(await ended(call)).toMatchObject({ written: 1 })
  })

  test('are exported as soon as their recipe can be used, and not waited for once it is removed', async () => {
    const { clock } = minuteClock()
    const { call, ports, root } = await setUp(['boat.png'], undefined, clock)
    const target = join(root, 'finished')
    await mkdir(target)
    const broken = { ...finished, template: '{colour}' }
    const recipe = await recipeFor({ call, ports }, target, broken)
    const other = await recipeFor({ call, ports }, join(root, 'nowhere'), finished)
    await enqueue(call, 'a fern', 1)
    await eventually(() => noticeOf(call, 'exportNamesUnfit'), { what: 'one notice' })
    await eventually(() => noticeOf(call, 'exportWaits'), { what: 'the other' })
    await call('exports.removeRecipe', { id: other.id })
    await eventually(async () => (await noticeOf(call, 'exportWaits')) === undefined, { what: 'none' })
    await call('exports.saveRecipe', { ...recipe, settings: { ...recipe.settings, ...finished } })
    await filesBecome(target, ['a-fern-1.png'])
  })

  test('aren’t exported by names that can’t be used, nor by a recipe that was switched off meanwhile', async () => {
    const { call, ports, root } = await setUp(['boat.png'])
    const target = join(root, 'finished')
    await mkdir(target)
    const broken = await recipeFor({ call, ports }, target, { ...finished, template: '{colour}' })
    await enqueue(call, 'a fern', 1)
    await eventually(() => noticeOf(call, 'exportNamesUnfit'), { what: 'the notice' })
    const settings = { ...broken.settings, ...finished, finishedBatches: false }
    await call('exports.saveRecipe', { id: broken.id, name: '', settings })
    await recipeFor({ call, ports }, target, { ...finished, template: 'other-{batch}' })
    await enqueue(call, 'a moss', 1)
    await filesBecome(target, ['other-a-moss.png'])
    expect(await noticeOf(call, 'exportNamesUnfit')).toBeUndefined()
  })

  test('are exported once, also if kills come between, and as soon as the destination is there', async () => {
    const folder = temporaryFolder()
    const chosen = join(folder, 'finished')
    const demo = { taskMs: 100, slots: 4 }
    const first = await startKillableCore(program, folder, { ...demo, chosen })
    const settings = { ...readySettings.originals, ...finished, onlyNew: false }
    await first.call('exports.saveRecipe', { id: 'originals', name: '', settings })
    await first.call('exports.chooseFolder', { id: 'originals' })
    await enqueue(first.call, 'a fern', 2)
    await eventually(() => noticeOf(first.call, 'exportWaits'), { what: 'the notice' })
    await first.kill()

    const second = await startKillableCore(program, folder, demo)
    await eventually(() => noticeOf(second.call, 'exportWaits'), { what: 'the notice again' })
    await second.kill()

    await mkdir(chosen)
    const third = await startKillableCore(program, folder, demo)
    await filesBecome(chosen, ['a-fern-1.png', 'a-fern-2.png'])
    await eventually(async () => (await noticeOf(third.call, 'exportWaits')) === undefined)
    await third.kill()

    const fourth = await startKillableCore(program, folder, demo)
    await enqueue(fourth.call, 'a moss', 1)
    await filesBecome(chosen, ['a-fern-1.png', 'a-fern-2.png', 'a-moss-1.png'])
  })
})
