import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { clock, draft, silentDriveOn } from './silentDriveHarness'

describe('a former library on a network drive that does not respond', () => {
  /** A core whose library moved after an image was saved, restarted without the former library's drive. */
  async function setUp(context: TestContext) {
    const folder = temporaryFolder()
    const former = join(folder, 'library')
    const current = join(folder, 'new library')
    const first = await startCore(folder, { clock })
    const demo = await first.call('connections.useDemo', null)
    await first.call('jobs.enqueue', { connectionId: demo.id, draft: { ...draft, n: 1 }, first: false })
    const page = async (call: typeof first.call) =>
      (await call('gallery.page', { text: '', offset: 0, limit: 9 })).rows
    const [old] = await eventually(async () => {
      const rows = await page(first.call)
      return rows.length === 1 && rows
    })
    if (old === undefined) return expect.unreachable()
    first.ports.chosenFolder = current
    await first.call('library.choose', null)
    await first.core.stop()
    const drive = silentDriveOn(former, context)
    const running = await startCore(folder, {
      clock,
      prepare: ({ preferences }) => void preferences.change({ libraryPath: current }),
    })
    return {
      ...running,
      former,
      current,
      drive,
      old,
      page: () => page(running.call),
      notices: async () => (await running.call('app.snapshot', null)).notices,
      enqueue: () => running.call('jobs.enqueue', { connectionId: demo.id, draft, first: false }),
    }
  }

  test('is named, and keeps no image out of the new one, nor the app from quitting', async (context) => {
    const { core, former, current, page, notices, enqueue } = await setUp(context)
    await enqueue()
    await eventually(async () => (await page()).length === 3, { what: 'both images' })
    for (const { id } of (await page()).slice(0, 2)) {
      expect(await core.images.pictureFile(id)).toContain(current)
      expect(await core.images.thumbnail(id, 'thumb')).not.toBeNull()
    }
    await expect
      .poll(() => notices())
      .toMatchObject([{ error: { code: 'formerLibrarySilent', params: { folder: former } } }])
    expect(await core.stop()).toBe('hanging')
  })

  test('is neither reported missing nor blamed on its images', async (context) => {
    const { core, call, former, old, drive, page, notices } = await setUp(context)
    await expect(core.images.pictureFile(old.id)).rejects.toMatchObject({
      error: { code: 'formerLibrarySilent', params: { folder: former } },
    })
    expect(await failureCode(call('images.reveal', { id: old.id }))).toBe('formerLibrarySilent')
    expect(await page()).toHaveLength(1)
    drive.unmount()
    await eventually(async () => (await notices()).length === 0, { what: 'no notice' })
    const file = await core.images.pictureFile(old.id)
    expect(file).toContain(former)
    expect(await readFile(file ?? '')).not.toHaveLength(0)
  })

  test('keeps nothing of an image that was deleted meanwhile, once it responds', async (context) => {
    const { core, call, former, old, drive, page } = await setUp(context)
    const { file } = await call('images.details', { id: old.id })
    await call('images.delete', { ids: [old.id] })
    await call('trash.discard', { selection: null })
    await eventually(() => core.images.pictureFile(old.id).then((found) => found === null))
    drive.unmount()
    await eventually(() => !existsSync(join(former, file)), { what: 'the deletion' })
    await eventually(async () => (await readdir(join(former, '.cyanotype/records'))).length === 0)
    expect(await page()).toEqual([])
  })
})
