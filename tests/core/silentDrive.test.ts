import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { clock, draft, silentDriveOn } from './silentDriveHarness'
import { tableHand } from './tables/tablesHarness'

describe('a library on a network drive that does not respond', () => {
  async function setUp(context: TestContext) {
    const folder = temporaryFolder()
    const library = join(folder, 'library')
    await mkdir(library)
    const drive = silentDriveOn(library, context)
    const running = await startCore(folder, { clock })
    const demo = await running.call('connections.useDemo', null)
    return {
      ...running,
      drive,
      notices: async () => (await running.call('app.snapshot', null)).notices,
      enqueue: () => running.call('jobs.enqueue', { connectionId: demo.id, draft, first: false }),
    }
  }

  test('is reported, holds paid requests, and blocks neither queuing nor quitting', async (context) => {
    const { core, call, ports, notices, enqueue } = await setUp(context)
    await expect.poll(() => notices()).toMatchObject([{ error: { code: 'librarySilent' } }])
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
    const { call, ports, drive, notices, enqueue } = await setUp(context)
    await enqueue()
    drive.unmount()
    await eventually(
      async () => (await call('gallery.page', { text: '', offset: 0, limit: 5 })).rows.length === 2,
      { what: 'both images' },
    )
    await expect.poll(() => notices()).toEqual([])
    expect(await demoPosts(ports.places.profile)).toHaveLength(2)
  })
})
