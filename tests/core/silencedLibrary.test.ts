import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'
import { clock, draft, silentDriveOn } from './silentDriveHarness'

describe('a library whose drive stops responding while images arrive', () => {
  test('blocks neither the images meant for a newly chosen folder, nor that choice', async (context) => {
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

    const drive = silentDriveOn(former, context)
    isHeld = false
    for (const response of open) response.end(picture.subarray(20))
    const isSaid = async () =>
      (await call('app.snapshot', null)).notices.some((notice) => notice.id.startsWith('library'))
    await eventually(isSaid, { what: 'a notice' })
    ports.chosenFolder = current
    await call('library.choose', null)
    await eventually(async () => (await rows()).length === images, {
      what: 'all images',
    })
    for (const row of await rows()) expect(await core.images.pictureFile(row.id)).toContain(current)

    // Whatever was begun there may finish, however late, and changes nothing.
    drive.unmount()
    await eventually(async () => !(await isSaid()), { what: 'no notice' })
    await expect
      .poll(async () => (await call('queue.overview', { limit: 10 })).counts)
      .toMatchObject({ finished: images })
    expect(await rows()).toHaveLength(images)
  })
})
