import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { failureCode } from '../support/failureCode'
import { hurriedClock } from '../support/fakeClock'
import { startCore } from '../support/runningCore'
import { savedOf } from './answering'
import { asked, done, jobThat, type Unknown, unknownService } from './foundHarness'
import { picture } from './hostile/hostileService'

const taughtOf = async ({ call }: Pick<Unknown, 'call'>) =>
  (await call('app.snapshot', null)).connections[0]?.taught

describe('a place that the user teaches', () => {
  test('of an image gives the job its images, and the next request its own', async () => {
    const service = await unknownService({
      n: 2,
      file: (name) => (name.startsWith('a') ? picture : Buffer.concat([picture, Buffer.alloc(3)])),
      post: (host) => ({ zork: [{ quux: `${host}/files/a` }, { quux: `${host}/files/b` }] }),
    })
    const { id } = await jobThat(service, ({ found }) => found === 2, 'two pictures')
    const fetched = service.fetched().length
    await service.call('jobs.teach', {
      id,
      number: null,
      polled: false,
      path: ['zork', 1, 'quux'],
      role: 'image',
    })
    const ended = await done(service)
    expect(ended).toMatchObject({ id, saved: 2, attention: null })
    expect((await savedOf({ ...service, job: ended })).map(({ content }) => content.length)).toEqual([
      picture.length,
      picture.length + 3,
    ])
    // What was found is used: its addresses may have expired.
    expect(service.fetched()).toHaveLength(fetched)
    expect(await taughtOf(service)).toEqual([{ role: 'image', path: ['zork', '*', 'quux'] }])

    await service.queue()
    await jobThat(service, (job) => job.id !== id && job.saved === 2 && job.attention === null, 'the next')
    expect(service.posts()).toBe(2)
  })

  test('of an image goes with the polls of a task, and is read where the user pointed', async () => {
    let posts = 0
    const service = await unknownService({
      mode: 'background',
      post: (host) => ({
        ...{ task_id: 't-1', status: 'pending' },
        ...(++posts === 1 ? { zork: { quux: `${host}/files/cover.png` } } : {}),
      }),
      poll: (host) => ({ task_id: 't-1', status: 'succeeded', zork: { quux: `${host}/files/a.png` } }),
    })
    const { id } = await asked(service)
    const exchange = await service.call('jobs.exchange', { id, number: null })
    expect(exchange?.polled?.meaning).toEqual({ kind: 'found', images: 1 })
    expect(JSON.parse(exchange?.polled?.text ?? '')).toMatchObject({ zork: { quux: expect.any(String) } })
    await service.call('jobs.teach', { id, number: 1, polled: true, path: ['zork', 'quux'], role: 'image' })
    expect(await done(service)).toMatchObject({ id, saved: 1, attention: null })
    expect(service.fetched().map(({ url }) => url)).not.toContain('/files/cover.png')
    await service.queue()
    await jobThat(service, (job) => job.id !== id && job.state === 'done', 'the next')
    expect(service.posts()).toBe(2)
  })

  test('of a task id makes an uncertain job run, and the next request needs none, after a restart', async () => {
    const serves = {
      mode: 'background' as const,
      post: () => ({ note: 'thanks', zork: { ticket: 'run 42 of today' } }),
      poll: (host: string) => ({ status: 'succeeded', data: [{ url: `${host}/files/a.png` }] }),
    }
    const first = await unknownService(serves)
    const { id } = await jobThat(first, ({ state }) => state === 'uncertain', 'the uncertain job')
    await first.core.stop()
    const second = await startCore(first.folder, { clock: hurriedClock, secrets: first.ports.secrets })
    await second.call('jobs.teach', {
      id,
      number: null,
      polled: false,
      path: ['zork', 'ticket'],
      role: 'taskId',
    })
    expect(await done(second)).toMatchObject({ id, saved: 1, taskId: 'run 42 of today', error: null })
    expect(first.posts()).toBe(1)
    const { connectionId } = first
    const draft = { prompt: 'a lake', model: 'm', size: '', n: 1, mode: 'background' as const, image: [] }
    await second.call('jobs.enqueue', { connectionId, draft, first: false })
    await jobThat(second, (job) => job.id !== id && job.state === 'done', 'the next')
    expect(first.posts()).toBe(2)
  })

  test('of where tasks are asked for is asked at from then on, for the next task too', async () => {
    const service = await unknownService({
      mode: 'background',
      post: () => ({ task_id: 't-1', status: 'pending', zork: '/odd/ways/t-1/now' }),
      poll: () => ({ task_id: 't-1', status: 'running' }),
    })
    const { id } = await jobThat(service, ({ state }) => state === 'running', 'the running job')
    await service.call('jobs.teach', { id, number: null, polled: false, path: ['zork'], role: 'askAt' })
    await eventually(() => service.service.received.some(({ url }) => url === '/odd/ways/t-1/now'), {
      what: 'a poll there',
    })
    const [connection] = (await service.call('app.snapshot', null)).connections
    expect(connection).toMatchObject({ taskPath: '/odd/ways/{id}/now', isTaskPathLearned: true })
    expect(service.posts()).toBe(1)
  })

  test('is forgotten once the user removes it', async () => {
    const service = await unknownService({ post: (host) => ({ zork: `${host}/files/a` }) })
    const { id } = await asked(service)
    await service.call('jobs.teach', { id, number: null, polled: false, path: ['zork'], role: 'image' })
    await done(service)
    const place = { role: 'image' as const, path: ['zork'] }
    await service.call('connections.forgetTaught', { id: service.connectionId, place })
    expect(await taughtOf(service)).toEqual([])
    await service.queue()
    await asked(service)
  })

  test.each([
    ['that isn’t in the answer', ['zork', 'nowhere'], 'image', 'placeAbsent'],
    ['that is no image', ['zork', 'size'], 'image', 'placeUnfit'],
    ['that is no id', ['zork', 'list'], 'taskId', 'placeUnfit'],
    ['that is no address', ['zork', 'size'], 'askAt', 'placeUnfit'],
  ] as const)('is refused %s, and nothing changes', async (_, path, role, code) => {
    const service = await unknownService({ post: () => ({ zork: { size: 'large', list: [1] } }) })
    const job = await jobThat(service, ({ state }) => state === 'uncertain', 'the uncertain job')
    const teach = service.call('jobs.teach', {
      id: job.id,
      number: null,
      polled: false,
      path: [...path],
      role,
    })
    expect(await failureCode(teach)).toBe(code)
    expect(await taughtOf(service)).toEqual([])
    expect(await jobThat(service, () => true, 'the job')).toEqual(job)
  })
})

test('a place in an answer whose file is gone is refused', async () => {
  const service = await unknownService({
    post: (host) => ({ zork: `${host}/files/a`, filler: 'lorem '.repeat(60_000) }),
  })
  const { id } = await asked(service)
  await rm(join(service.folder, 'profile', 'spool'), { recursive: true })
  const teach = service.call('jobs.teach', {
    ...{ id, number: null, polled: false },
    ...{ path: ['zork'], role: 'image' },
  })
  expect(await failureCode(teach)).toBe('placeAbsent')
})

test('names that are listed go before a place that was taught', async () => {
  let isListed = false
  const service = await unknownService({
    file: (name) => (name === 'b' ? Buffer.concat([picture, Buffer.alloc(5)]) : picture),
    post: (host) => ({
      zork: `${host}/files/a`,
      ...(isListed ? { data: [{ url: `${host}/files/b` }] } : {}),
    }),
  })
  const { id } = await asked(service)
  await service.call('jobs.teach', { id, number: null, polled: false, path: ['zork'], role: 'image' })
  await done(service)
  isListed = true
  await service.queue()
  const next = await jobThat(service, (job) => job.id !== id && job.state === 'done', 'the next')
  const [saved] = await savedOf({ ...service, job: next })
  expect(saved?.content).toHaveLength(picture.length + 5)
})
