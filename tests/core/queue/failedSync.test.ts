import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { knowNoFolderSync, refuseLists, refuseOpens } from '../../support/refusedOpens'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startLoopbackService } from './loopbackService'
import {
  allJobs,
  connect,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  states,
  statesBecome,
} from './queueHarness'

const bytes = randomBytes(50_000)

async function answering() {
  const service = await startLoopbackService()
  service.onPost = () => ({ body: { created: 1, data: [{ b64_json: bytes.toString('base64') }] } })
  return service
}

const spooled = ({ folder }: Pick<QueueHarness, 'folder'>) => readdirSync(join(folder, 'spool')).sort()
const isSpool = (path: string, flags: string) => flags === 'r' && path.endsWith('/spool')

function readyBytes({ queue }: QueueHarness): Buffer {
  return readFileSync(only(queue.readyItems(10)).spoolFile ?? '')
}

/** What is left by a run that ended while the folder of its paid answer couldn't be synced. */
async function leftUnsynced() {
  const service = await answering()
  const folder = temporaryFolder()
  const refused = refuseOpens(isSpool)
  const queue = await openQueue({ folder })
  enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct' })
  await eventually(() => refused.count() > 1, { what: 'a second try' })
  await queue.stop()
  refused.allow()
  return { service, folder }
}

describe('a paid answer whose folder can’t be synced', () => {
  test('once is still read', async () => {
    const service = await answering()
    const refused = refuseOpens(isSpool, 1)
    const queue = await openQueue()
    enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct' })
    await statesBecome(queue, { saving: 1 })
    expect(refused.count()).toBe(1)
    expect(readyBytes(queue)).toEqual(bytes)
    expect(service.posts).toHaveLength(1)
  })

  test('ever, on a file system without such a sync, is still read', async () => {
    const service = await answering()
    knowNoFolderSync()
    const queue = await openQueue()
    enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct' })
    await statesBecome(queue, { saving: 1 })
    expect(readyBytes(queue)).toEqual(bytes)
  })

  test('before the app ends is read at the next start', async () => {
    const { service, folder } = await leftUnsynced()
    const queue = await openQueue({ folder })
    await statesBecome(queue, { saving: 1 })
    expect(readyBytes(queue)).toEqual(bytes)
    expect(service.posts).toHaveLength(1)
  })

  test.each([
    ['still brings its image', 0],
    // The first listing is for the clean-up.
    ['still brings its image though its folder can’t be listed at first', 2],
  ])('before the app is killed %s', async (_, lists) => {
    const { service, folder } = await leftUnsynced()
    // The disk after a kill: the image is in its file, and nothing of the answer is in the ledger.
    const disk = await openQueue({ folder, started: false })
    disk.db.run("UPDATE jobs SET state = 'sending', error_json = NULL")
    disk.db.run("UPDATE items SET state = 'pending', spool_file = NULL")
    disk.db.run(
      'UPDATE attempts SET exchange_json = NULL, exchanged_at = NULL, outcome = NULL, error_json = NULL',
    )
    await disk.stop()

    const refused = refuseLists((path) => path.endsWith('/spool'), lists)
    const queue = await openQueue({ folder })
    await eventually(() => states(queue).sending === undefined)
    expect(states(queue)).toEqual({ saving: 1 })
    expect(refused.count()).toBe(lists)
    expect(readyBytes(queue)).toEqual(bytes)
    expect(service.posts).toHaveLength(1)
  })
})

describe('a start', () => {
  test('goes on though something in the spool can’t be removed', async () => {
    const service = await startLoopbackService()
    const first = await openQueue()
    enqueue(first, await connect(first, service.baseUrl))
    await statesBecome(first, { running: 1 })
    await first.stop()
    // As left by some tools that synchronise folders.
    mkdirSync(join(first.folder, 'spool/@eaDir'), { recursive: true })
    const polled = service.polls.length
    await openQueue({ folder: first.folder })
    await eventually(() => service.polls.length > polled, { what: 'a poll' })
  })

  test('keeps the files of an unfinished request until the user has settled it', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'reset'
    const first = await openQueue()
    enqueue(first, await connect(first, service.baseUrl), { mode: 'direct' })
    await statesBecome(first, { uncertain: 1 })
    const { id } = first.db.get<{ id: string }>('SELECT id FROM attempts') ?? { id: '' }
    await first.stop()
    mkdirSync(join(first.folder, 'spool'))
    for (const name of [`${id}-1.part`, `${id}-image-1.bin`, '1-1.part'])
      writeFileSync(join(first.folder, 'spool', name), 'x')

    const second = await openQueue({ folder: first.folder })
    expect(spooled(second)).toEqual([`${id}-1.part`, `${id}-image-1.bin`])
    await second.queue.act([only(allJobs(second)).id], 'settle')
    await second.stop()
    expect(spooled(await openQueue({ folder: first.folder }))).toEqual([])
  })

  test('keeps the answer of a job that is still to be read, whatever is beside it', async () => {
    const service = await answering()
    const first = await openQueue()
    enqueue(first, await connect(first, service.baseUrl), { mode: 'direct' })
    await statesBecome(first, { saving: 1 })
    await first.stop()
    const disk = await openQueue({ folder: first.folder, started: false })
    disk.db.run("UPDATE jobs SET state = 'sending'")
    disk.db.run("UPDATE items SET state = 'pending', spool_file = NULL")
    expect(disk.db.all('SELECT outcome FROM attempts')).toEqual([{ outcome: 'accepted' }])
    await disk.stop()

    const queue = await openQueue({ folder: first.folder })
    await statesBecome(queue, { saving: 1 })
    expect(readyBytes(queue)).toEqual(bytes)
  })
})
