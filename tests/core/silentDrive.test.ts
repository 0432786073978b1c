import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendableDraft } from '@shared/model/draft'
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { startCore } from '../support/runningCore'
import { mountSilentDrive } from '../support/silentDrive'
import { temporaryFolder } from '../support/temporaryFolder'
import { tableHand } from './tables/tablesHarness'

const draft: SendableDraft = {
  prompt: 'a boat',
  model: 'aurora-2',
  size: '',
  n: 2,
  mode: 'background',
  image: [],
}

describe('a library on a network drive that does not answer', { timeout: 120_000 }, () => {
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
    const running = await startCore(folder)
    const demo = await running.call('connections.useDemo', null)
    return {
      ...running,
      drive,
      enqueue: () => running.call('jobs.enqueue', { connectionId: demo.id, draft, first: false }),
    }
  }

  it('is said, holds what would be paid, and keeps nobody from queuing and quitting', async (context) => {
    const { core, call, ports, enqueue } = await setUp(context)
    expect((await call('app.snapshot', null)).notices).toMatchObject([{ error: { code: 'librarySilent' } }])
    expect(await enqueue()).toMatchObject({ jobs: 2 })
    expect((await call('queue.overview', { limit: 10 })).counts).toMatchObject({ waiting: 2 })
    expect(await demoPosts(ports.places.profile)).toEqual([])
    expect(await core.stop()).toBe('hanging')
  })

  it('keeps a table from being written back: where its images are can’t be told', async (context) => {
    const { call } = await setUp(context)
    const { id } = await call('connections.useDemo', null)
    const { paste, enqueue } = tableHand(call, id)
    await paste('prompt\na boat\n')
    const { batchId } = await enqueue()
    expect(await failureCode(call('tables.writeBack', { batchId }))).toBe('librarySilent')
  })

  it('is written to by itself once it is back', async (context) => {
    const { call, ports, drive, enqueue } = await setUp(context)
    await enqueue()
    drive.unmount()
    await eventually(
      async () => (await call('gallery.page', { text: '', offset: 0, limit: 5 })).rows.length === 2,
      { what: 'both images', timeoutMs: 60_000 },
    )
    expect((await call('app.snapshot', null)).notices).toEqual([])
    expect(await demoPosts(ports.places.profile)).toHaveLength(2)
  })
})
