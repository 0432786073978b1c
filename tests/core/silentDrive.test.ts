import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import type { CoreOptions } from '../../electron/core/core'
import { demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { fastClock } from '../support/fakeClock'
import { startCore } from '../support/runningCore'
import { mountSilentDrive } from '../support/silentDrive'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'
import { tableHand } from './tables/tablesHarness'

const draft: SendableDraft = {
  prompt: 'a boat',
  model: 'aurora-2',
  size: '',
  n: 2,
  mode: 'background',
  image: [],
}
/** The core waits five seconds for each call to a silent drive; a sound one answers sooner, even if it is busy. */
const clock = fastClock({ speed: 3 })

describe('a library on a network drive that does not respond', () => {
  async function setUp({ skip }: TestContext) {
    const folder = temporaryFolder()
    const library = join(folder, 'library')
    await mkdir(library)
    const drive = mountSilentDrive(library)
    if ('refused' in drive) {
      console.log(`No silent drive: ${drive.refused}`)
      return skip(drive.refused)
    }
    onTestFinished(drive.unmount)
    const running = await startCore(folder, { clock })
    const demo = await running.call('connections.useDemo', null)
    return {
      ...running,
      drive,
      enqueue: () => running.call('jobs.enqueue', { connectionId: demo.id, draft, first: false }),
    }
  }

  test('is reported, holds paid requests, and blocks neither queuing nor quitting', async (context) => {
    const { core, call, ports, enqueue } = await setUp(context)
    expect((await call('app.snapshot', null)).notices).toMatchObject([{ error: { code: 'librarySilent' } }])
    expect(await enqueue()).toMatchObject({ jobs: 2 })
    expect((await call('queue.overview', { limit: 10 })).counts).toMatchObject({ waiting: 2 })
    expect(await demoPosts(ports.places.profile)).toEqual([])
    expect(await core.stop()).toBe('hanging')
  })

  test('stops a table from being written back, because the location of its images is unknown', async (context) => {
    const { call } = await setUp(context)
    const { id } = await call('connections.useDemo', null)
    const { paste, enqueue } = tableHand(call, id)
    await paste('prompt\na boat\n')
    const { batchId } = await enqueue()
    expect(await failureCode(call('tables.writeBack', { batchId }))).toBe('librarySilent')
  })

  test('is written to automatically once it is back', async (context) => {
    const { call, ports, drive, enqueue } = await setUp(context)
    await enqueue()
    drive.unmount()
    await eventually(
      async () => (await call('gallery.page', { text: '', offset: 0, limit: 5 })).rows.length === 2,
      { what: 'both images' },
    )
    expect((await call('app.snapshot', null)).notices).toEqual([])
    expect(await demoPosts(ports.places.profile)).toHaveLength(2)
  })
})

describe('a former library on a network drive that does not respond', () => {
  /** A core whose library moved after an image was saved, restarted without the former library's drive. */
  async function setUp(
    { skip }: TestContext,
    { options = {} }: { readonly options?: Partial<CoreOptions> } = {},
  ) {
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
    const drive = mountSilentDrive(former)
    if ('refused' in drive) {
      console.log(`No silent drive: ${drive.refused}`)
      return skip(drive.refused)
    }
    onTestFinished(drive.unmount)
    const running = await startCore(folder, {
      options,
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
      expect((await core.images.pictureFile(id))?.path).toContain(current)
      expect(await core.images.thumbnail(id, 'thumb')).not.toBeNull()
    }
    expect(await notices()).toMatchObject([
      { error: { code: 'formerLibrarySilent', params: { folder: former } } },
    ])
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
    expect(file?.path).toContain(former)
    expect(await readFile(file?.path ?? '')).not.toHaveLength(0)
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

describe('a library whose drive stops responding while images arrive', () => {
  test('blocks neither the images meant for a newly chosen folder, nor that choice', async ({ skip }) => {
    const folder = temporaryFolder()
    const former = join(folder, 'library')
    const current = join(folder, 'new library')
    const open: ServerResponse[] = []
    let isHeld = true
    const service = await httpService((_, response, { method }) => {
      if (method === 'POST') return void response.end(JSON.stringify({ data: [{ url: '/a.png' }] }))
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
      if (!isHeld) return void response.end(picture)
      response.write(picture.subarray(0, 20))
      open.push(response)
    })
    const { core, call, ports } = await startCore(folder, { clock })
    const connection = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
    const { id } = await call('connections.save', { id: null, draft: connection, apiKey: 'sk-1' })
    const direct = { ...draft, n: 1, mode: 'direct' as const }
    const images = 6
    for (let at = 0; at < images; at++)
      await call('jobs.enqueue', { connectionId: id, draft: direct, first: false })
    const rows = async () => (await call('gallery.page', { text: '', offset: 0, limit: 20 })).rows
    await eventually(() => open.length === 4, { what: 'as many downloads as there may be' })

    const drive = mountSilentDrive(former)
    if ('refused' in drive) return skip(drive.refused)
    onTestFinished(drive.unmount)
    isHeld = false
    for (const response of open) response.end(picture.subarray(20))
    await eventually(async () => (await call('app.snapshot', null)).notices.length > 0, {
      what: 'a notice',
    })
    ports.chosenFolder = current
    await call('library.choose', null)
    await eventually(async () => (await rows()).length === images, {
      what: 'all images',
    })
    for (const row of await rows()) expect((await core.images.pictureFile(row.id))?.path).toContain(current)

    // Whatever was begun there may finish, and changes nothing.
    drive.unmount()
    await eventually(async () => (await call('app.snapshot', null)).notices.length === 0)
    expect((await call('queue.overview', { limit: 10 })).counts).toMatchObject({ finished: images })
    expect(await rows()).toHaveLength(images)
    expect(await core.stop()).toBe('ended')
  })
})
