import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { unknownBytes } from '../../support/oddFiles'
import { completedTask, startLoopbackService } from '../queue/loopbackService'
import { allJobs, connect, enqueue, only, statesBecome } from '../queue/queueHarness'
import { httpService } from '../service/serviceHarness'
import { deliveringQueues } from './deliveringQueue'

/** Images of a service on this computer, all on disk, each with bytes of its own. */
async function delivered(count: number, isAskedAt: (task: string) => string | null = () => null) {
  const { start, pixels, root } = await deliveringQueues()
  /** What the service has by now at each address; nothing is at any other. */
  const has = new Map<string, Buffer>()
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const images = await httpService(({ url }, response) => {
    const bytes = has.get(url ?? '')
    if (bytes?.equals(Buffer.from('503'))) response.writeHead(503).end()
    else if (bytes !== undefined && has.has('slow')) {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length })
      response.write(bytes.subarray(0, 20))
      void released.then(() => response.end(bytes.subarray(20)))
    } else if (bytes === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  })
  const service = await startLoopbackService()
  const bytesOf = (task: string) => Buffer.concat([pixels, Buffer.from(task)])
  service.onPost = (_, at) => {
    const task = `task-${at}`
    return { body: { task_id: task, status: 'pending', poll_url: isAskedAt(task) } }
  }
  service.onPoll = (task) => {
    has.set(`/${task}.png`, bytesOf(task))
    return completedTask(task, [`${images.baseUrl}/${task}.png`])
  }
  const app = await start({})
  const { db, library, upkeep } = app
  await library.start()
  const connection = await connect(app, service.baseUrl, { allowedOrigins: [images.baseUrl] })
  enqueue(app, connection, { n: count })
  await statesBecome(app, { done: count })
  const rows = () =>
    db.all<{ id: string; file: string; task: string; outside: string | null }>(
      'SELECT id, file, task_id AS task, outside FROM images ORDER BY task_id',
    )
  const ended = () => eventually(() => upkeep.state().running === null, { what: 'the end' })
  const before = {
    jobs: JSON.stringify(allJobs(app)),
    items: db.all('SELECT * FROM items'),
    attempts: db.all('SELECT * FROM attempts'),
  }
  return {
    ...app,
    service,
    images,
    has,
    release: () => release(),
    rows,
    bytesOf,
    at: (file: string) => join(root, file),
    async ask(imageId: string | null) {
      upkeep.ask(imageId)
      await ended()
      return upkeep.state().asked
    },
    /** Nothing was sent, and what is known of jobs and money is as it was. */
    async verifyUntouched() {
      expect(service.posts).toHaveLength(count)
      expect(JSON.stringify(allJobs(app))).toBe(before.jobs)
      expect(db.all('SELECT * FROM items')).toEqual(before.items)
      expect(db.all('SELECT * FROM attempts')).toEqual(before.attempts)
      expect(await readdir(join(root, '.cyanotype/incoming'))).toEqual([])
    },
  }
}

const none = { imageId: null, back: 0, gone: 0, other: 0, unknown: 0, failed: 0, error: null }

describe('asking the service again for images whose files are gone', () => {
  test('brings back the same bytes into the same images, and sends nothing', async () => {
    const { rows, at, ask, bytesOf, library, upkeep, service, images, verifyUntouched } = await delivered(3)
    const [one, two, three] = rows()
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three')
    await library.mark({ ids: [one.id] }, { rating: 4 })
    for (const { file } of [one, two]) await rm(at(file))
    const polls = service.polls.length
    const { length } = images.received
    expect(await ask(null)).toEqual({ ...none, back: 2 })
    expect(upkeep.state().last).toMatchObject({ missing: 0, changed: 0 })
    expect(rows()).toEqual([one, two, three])
    for (const { file, task } of rows()) expect(await readFile(at(file))).toEqual(bytesOf(task))
    expect(library.details(one.id)).toMatchObject({ rating: 4, outside: null })
    // By their addresses, so that nothing is polled.
    expect(service.polls).toHaveLength(polls)
    expect(images.received).toHaveLength(length + 2)
    await verifyUntouched()
    // The next check knows the files.
    upkeep.check()
    await eventually(() => upkeep.state().running === null)
    expect(upkeep.state().last).toMatchObject({ found: 0, missing: 0, changed: 0 })
  })

  test('finds a fresh address by the task, and takes only the same bytes', async () => {
    const { rows, at, ask, bytesOf, has, images, service, verifyUntouched } = await delivered(2)
    const [one, two] = rows()
    if (one === undefined || two === undefined) throw new Error('there are two')
    for (const { file } of [one, two]) await rm(at(file))
    has.clear()
    has.set('/other.png', bytesOf('other'))
    has.set('/fresh.png', bytesOf(one.task))
    service.onPoll = (task) =>
      completedTask(task, [`${images.baseUrl}/other.png`, `${images.baseUrl}/fresh.png`])
    expect(await ask(null)).toEqual({ ...none, back: 1, other: 1 })
    expect(await readFile(at(one.file))).toEqual(bytesOf(one.task))
    expect(rows().map(({ outside }) => outside)).toEqual([null, 'missing'])
    await verifyUntouched()
  })

  test('asks for the task where its answer said', async () => {
    const { rows, at, ask, bytesOf, has, images, service, verifyUntouched } = await delivered(
      1,
      (task) => `/odd/${task}`,
    )
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await rm(at(one.file))
    has.clear()
    has.set('/fresh.png', bytesOf(one.task))
    service.onPoll = (task, _, { path }) =>
      path === `/odd/${task}`
        ? completedTask(task, [`${images.baseUrl}/fresh.png`])
        : { status: 404, body: { error: 'no such task' } }
    expect(await ask(one.id)).toEqual({ ...none, imageId: one.id, back: 1 })
    await verifyUntouched()
  })

  test('says that the service has it no more: the image stays missing', async () => {
    const { rows, ask, at, has, service, verifyUntouched } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await rm(at(one.file))
    has.clear()
    service.onPoll = () => ({ status: 404, body: { error: 'no such task' } })
    expect(await ask(one.id)).toEqual({ ...none, imageId: one.id, gone: 1 })
    expect(rows()).toEqual([{ ...one, outside: 'missing' }])
    await verifyUntouched()
  })

  test('says why the service can’t be asked, and asks it no more than a few times', async () => {
    const { rows, ask, at, has, service, verifyUntouched } = await delivered(5)
    for (const { file } of rows()) await rm(at(file))
    has.clear()
    service.onPoll = () => ({ status: 401, body: { error: 'no such key' } })
    const { length } = service.polls
    const asked = await ask(null)
    expect(asked).toEqual({ ...none, failed: 5, error: expect.objectContaining({ code: 'keyRefused' }) })
    expect(service.polls).toHaveLength(length + 3)
    await verifyUntouched()
    expect(rows().every(({ outside }) => outside === 'missing')).toBe(true)
  })

  test('goes on past addresses that fail, to a fresh one and to other images', async () => {
    const { rows, ask, at, bytesOf, has, images, service, verifyUntouched } = await delivered(6)
    const failing = rows().slice(0, 4)
    const [fresh] = failing
    if (fresh === undefined) throw new Error('there are four')
    for (const { file } of rows()) await rm(at(file))
    for (const { task } of failing) has.set(`/${task}.png`, Buffer.from('503'))
    has.set('/fresh.png', bytesOf(fresh.task))
    service.onPoll = (task) =>
      completedTask(task, [`${images.baseUrl}/${task === fresh.task ? 'fresh' : task}.png`])
    expect(await ask(null)).toMatchObject({ back: 3, failed: 3, error: { retry: 'free' } })
    expect(rows().filter(({ outside }) => outside === null)).toHaveLength(3)
    await verifyUntouched()
  })

  test('replaces nothing that is in an image’s place, says so, and brings back the others', async () => {
    const { rows, ask, at, bytesOf, verifyUntouched } = await delivered(3)
    const [link, folder, other] = rows()
    if (link === undefined || folder === undefined || other === undefined) throw new Error('there are three')
    for (const { file } of rows()) await rm(at(file))
    await symlink('nowhere', at(link.file))
    await mkdir(at(folder.file))
    const asked = await ask(null)
    expect(asked).toMatchObject({ back: 1, failed: 2, error: { code: 'imagePlaceTaken' } })
    expect(await readlink(at(link.file))).toBe('nowhere')
    expect((await stat(at(folder.file))).isDirectory()).toBe(true)
    expect(await readFile(at(other.file))).toEqual(bytesOf(other.task))
    await verifyUntouched()
  })

  test('tells of nothing for an image that was deleted for good meanwhile', async () => {
    const { rows, ask, at, has, release, db, verifyUntouched } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await rm(at(one.file))
    has.set('slow', Buffer.alloc(0))
    const asked = ask(one.id)
    await eventually(async () =>
      (await readdir(at('.cyanotype/incoming'))).some((name) => /part$/.test(name)),
    )
    db.run('UPDATE images SET deleted_at = 1')
    release()
    expect(await asked).toEqual({ ...none, imageId: one.id })
    await expect(readFile(at(one.file))).rejects.toMatchObject({ code: 'ENOENT' })
    await verifyUntouched()
  })

  test('fetches nothing for an image whose file came back, anywhere in the library', async () => {
    const { rows, ask, at, images, upkeep } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await rename(at(one.file), at('.away'))
    upkeep.check()
    await eventually(() => upkeep.state().running === null)
    expect(rows()).toEqual([{ ...one, outside: 'missing' }])
    await mkdir(at('chosen'))
    await rename(at('.away'), at('chosen/back.png'))
    const { length } = images.received
    expect(await ask(one.id)).toEqual({ ...none, imageId: one.id })
    expect(rows()).toEqual([{ ...one, file: 'chosen/back.png' }])
    expect(images.received).toHaveLength(length)
  })

  test('leaves alone what someone else put in the image’s place', async () => {
    const { rows, ask, at } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await writeFile(at(one.file), 'not the image')
    const { mtimeMs } = await stat(at(one.file))
    expect(await ask(one.id)).toEqual({ ...none, imageId: one.id })
    expect(await readFile(at(one.file), 'utf8')).toBe('not the image')
    expect((await stat(at(one.file))).mtimeMs).toBe(mtimeMs)
  })

  test('is not disturbed by the removal of stray downloads', async () => {
    const { rows, ask, at, has, release, library } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    await rm(at(one.file))
    has.set('slow', Buffer.alloc(0))
    const asked = ask(one.id)
    const gathered = async () => (await readdir(at('.cyanotype/incoming'))).some((name) => /part$/.test(name))
    await eventually(gathered)
    library.tidyAgain()
    await library.ground.tidied()
    release()
    expect(await asked).toEqual({ ...none, imageId: one.id, back: 1 })
  })

  test('removes nothing that is kept of another image of the same task', async () => {
    const { start, pixels, root } = await deliveringQueues()
    const service = await startLoopbackService()
    const data = [pixels, unknownBytes].map((bytes) => ({ b64_json: bytes.toString('base64') }))
    service.onPoll = (task) => ({ body: { task_id: task, status: 'completed', data } })
    const app = await start({})
    const { db, library, upkeep } = app
    await library.start()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    const kept = only(await app.queue.keptFiles(only(allJobs(app)).id))
    const image = only(db.all<{ id: string; file: string }>('SELECT id, file FROM images'))
    await rm(join(root, image.file))
    upkeep.ask(image.id)
    await eventually(() => upkeep.state().asked?.back === 1)
    expect(await readFile(kept.path)).toEqual(unknownBytes)
    expect(await readdir(join(app.folder, 'spool'))).toEqual([basename(kept.path)])
  })

  test('knows nothing of an image without a request', async () => {
    const { rows, ask, at, db } = await delivered(1)
    const [one] = rows()
    if (one === undefined) throw new Error('there is one')
    db.run(`UPDATE images SET job_id = '00000000000000000000000000'`)
    await rm(at(one.file))
    expect(await ask(null)).toEqual({ ...none, unknown: 1 })
  })
})
