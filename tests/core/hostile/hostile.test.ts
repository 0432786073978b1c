import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtEntries } from '../../support/builtEntry'
import { type ForkedCore, forkCore } from '../../support/coreFork'
import { coreProgram, type CoreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { drip, files, picture, pour, say, startHostileServices } from './hostileService'

const megabyte = 1024 * 1024
/** Peak memory of the core's process over the whole run. Generous: an undisturbed one takes a third of it. */
const memoryBound = 512 * megabyte
const manyItems = Array.from({ length: 1000 }, (_, at) => ({ url: `/manyItems/files/${at + 1}.png` }))
const task = (id: string, rest: object = {}) => ({ task_id: id, status: 'pending', data: [], ...rest })
const done = (id: string, url: string) =>
  task(id, { status: 'completed', data: [{ url, status: 'completed' }] })
const showing = (url: string) => ({ post: say({ data: [{ url }] }) })
const serving = (name: string, ...answer: Parameters<typeof pour>) => ({
  ...showing(`/${name}/files/1.png`),
  file: pour(...answer),
})

const manners = {
  kind: {},
  html: { post: say('<!doctype html><title>Welcome</title>', 'text/html') },
  endlessBody: { post: pour('{"data":[', ' '.repeat(65_536), 10_000 * megabyte) },
  hugeJson: { post: pour('[', '{"url":null,"status":"pending"},'.repeat(2048), 2000 * megabyte) },
  nesting: { post: say(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`) },
  longId: { post: say(task('x'.repeat(10_000))) },
  pathId: {
    post: say(task('../../../admin?x=1')),
    poll: say(done('../../../admin?x=1', '/pathId/files/1.png')),
  },
  otherTask: { post: say(task('mine')), poll: say(done('another', '/otherTask/files/1.png')) },
  strangeStatus: {
    post: say(task('t')),
    poll: (...[response, request, count]: Parameters<ReturnType<typeof say>>) => {
      const progress = [-50, 70, 30, '1000%'][count - 1]
      const strange = task('t', { status: 'vibing', progress })
      return say(progress === undefined ? done('t', '/strangeStatus/files/1.png') : strange)(
        response,
        request,
        count,
      )
    },
  },
  fileUrl: showing('file:///etc/passwd'),
  redirectLoop: {
    ...showing('/redirectLoop/files/1.png'),
    file: (...[response]: Parameters<ReturnType<typeof say>>) =>
      void response.writeHead(302, { location: '/redirectLoop/files/1.png' }).end(),
  },
  saysTenGigabytes: serving('saysTenGigabytes', '', picture, 1, { 'content-length': '10000000000' }),
  tenGigabytes: serving('tenGigabytes', '', Buffer.alloc(65_536), 10_000 * megabyte),
  pictureBomb: serving('pictureBomb', '', files.huge, 1),
  gzipBomb: serving('gzipBomb', '', files.bomb, 20 * files.bomb.length, { 'content-encoding': 'gzip' }),
  textNamedPng: serving('textNamedPng', '', 'this is no picture', 1, { 'content-type': 'image/png' }),
  drippedImages: {
    post: say({ data: Array.from({ length: 8 }, (_, at) => ({ url: `/drippedImages/files/${at}.png` })) }),
    file: drip(picture),
  },
  manyItems: { post: say({ data: manyItems }) },
}
type Name = keyof typeof manners

describe('a service that answers with anything', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  /** A core in a process of its own, alongside the services. */
  async function start() {
    const services = await startHostileServices(manners)
    const entries = await builtEntries()
    const folder = temporaryFolder()
    const core = forkCore(program.path, { folder, entries, demo: { taskMs: 300, slots: 2 } })
    await core.started
    return { core, services, folder }
  }

  async function send(
    { call }: ForkedCore,
    urlOf: (name: string) => string,
    name: Name,
    over: Partial<SendableDraft>,
  ) {
    const typed = { ...connectionDefaults, models: [], name, baseUrl: urlOf(name) }
    const { id } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-live-1234567890' })
    const draft = { prompt: name, model: 'm', size: '', n: 1, mode: 'direct' as const, image: [], ...over }
    await call('jobs.enqueue', { connectionId: id, draft, first: false })
  }

  async function jobOf({ call }: ForkedCore, prompt: string): Promise<Job | undefined> {
    const { needsYou, running, finished } = await call('queue.overview', { limit: 100 })
    return [...needsYou, ...running, ...finished].find(({ request }) => request.prompt === prompt)
  }

  /** Runs a case, and alongside it a job of a well-behaved service, which must arrive. */
  async function meet(name: Name, over: Partial<SendableDraft>, isMet: (job: Job) => boolean): Promise<Job> {
    const { core, services } = await start()
    try {
      await send(core, services.urlOf, name, over)
      await eventually(() => services.count(name, 'post') === 1, { what: 'the request' })
      await send(core, services.urlOf, 'kind', {})
      await eventually(async () => (await jobOf(core, 'kind'))?.state === 'done', {
        what: 'the image of another service',
      })
      const job = await eventually(
        async () => {
          const found = await jobOf(core, name)
          return found !== undefined && isMet(found) ? found : null
        },
        { what: `the end of ${name}` },
      )
      expect(services.count(name, 'post')).toBe(1)
      expect(peakBytes(core.pid)).toBeLessThan(memoryBound)
      return job
    } finally {
      await core.kill()
    }
  }

  test.each<[Name, string]>([
    ['html', 'answerHtml'],
    ['endlessBody', 'answerTooLarge'],
    ['hugeJson', 'answerTooLarge'],
    ['nesting', 'answerEmpty'],
    ['longId', 'answerUnreadable'],
  ])('%s: the person is asked, since it may be billed', async (name, code) => {
    const job = await meet(name, {}, ({ state }) => state === 'uncertain')
    expect(job).toMatchObject({ billed: 'maybe', error: { code, retry: 'maybeTwice' } })
  })

  test.each<[Name, string]>([
    ['fileUrl', 'imageAddressForbidden'],
    ['redirectLoop', 'imageRefused'],
    ['saysTenGigabytes', 'imageTooLarge'],
    ['tenGigabytes', 'imageTooLarge'],
    ['gzipBomb', 'imageTooLarge'],
    ['textNamedPng', 'imageNotAnImage'],
  ])('%s: the image fails, and says why', async (name, code) => {
    const job = await meet(name, {}, ({ state }) => state === 'failed')
    expect(job.items).toMatchObject([{ state: 'failed', error: { code } }])
  })

  test('a picture that is too large to decode is saved unchanged', async () => {
    const { core, services, folder } = await start()
    await send(core, services.urlOf, 'pictureBomb', {})
    const job = await eventually(
      async () => {
        const found = await jobOf(core, 'pictureBomb')
        return found?.state === 'done' && found
      },
      { what: 'the image' },
    )
    const id = job.items[0]?.imageId ?? ''
    const { file, decoded, width, height } = await core.call('images.details', { id })
    expect({ decoded, width, height }).toEqual({ decoded: false, width: 200_000, height: 200_000 })
    expect(readFileSync(join(folder, 'library', file)).equals(files.huge)).toBe(true)
    await core.kill()
  })

  test('a task id that is a path is polled as it is, and nothing else', async () => {
    const job = await meet('pathId', { mode: 'background' }, ({ state }) => state === 'done')
    expect(job).toMatchObject({ taskId: '../../../admin?x=1', saved: 1 })
  })

  test('an answer about another task is not taken for this one', async () => {
    const { core, services } = await start()
    await send(core, services.urlOf, 'otherTask', { mode: 'background' })
    await eventually(() => services.count('otherTask', 'poll') >= 3, {
      what: 'three polls',
    })
    expect(await jobOf(core, 'otherTask')).toMatchObject({ state: 'running', taskId: 'mine', saved: 0 })
    expect(services.count('otherTask', 'file')).toBe(0)
    await core.kill()
  })

  test('an unknown status is waited out, and progress stays valid', async () => {
    const seen: number[] = []
    await meet('strangeStatus', { mode: 'background' }, ({ state, progress }) => {
      if (progress !== null) seen.push(progress)
      return state === 'done'
    })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.every((one) => one >= 0 && one <= 100)).toBe(true)
  })

  test('images sent drop by drop don’t delay others', async () => {
    const job = await meet('drippedImages', { n: 8 }, ({ state }) => state === 'saving')
    expect(job.items.map(({ state }) => state)).toEqual(Array(8).fill('ready'))
  })

  test('a thousand items for one request become a thousand images, one after the other', async () => {
    const job = await meet('manyItems', {}, ({ state }) => state === 'done')
    expect(job).toMatchObject({ images: 1000, saved: 1000 })
  })
})

/** Peak memory of a process, where the system reports it. */
function peakBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
