import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { unknownBytes } from '../support/oddFiles'
import { startCore } from '../support/runningCore'
import { key, savedOf } from './answering'
import { asked, done, jobThat, spooled, unknownService } from './foundHarness'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

/** Under names that nothing knows. */
const hidden = (...urls: readonly string[]) => ({ zork: { quux: urls } })
const finished = (...urls: readonly string[]) => ({ task_id: 't-1', status: 'succeeded', ...hidden(...urls) })
const other = Buffer.concat([picture, Buffer.alloc(9)])

describe('what is found in an answer', () => {
  test('of a direct request is fetched without the key, asked about and saved once the user says yes', async () => {
    const service = await unknownService({ post: (host) => hidden(`${host}/files/a`) })
    const job = await asked(service)
    expect(job).toMatchObject({ state: 'saving', found: 1, saved: 0, actions: ['giveUp'] })
    expect(service.fetched().map(({ headers }) => headers.authorization)).toEqual([undefined])
    const [found] = await service.call('found.list', { id: job.id })
    expect(found).toMatchObject({ position: 0, preview: { id: expect.any(String) } })
    expect(service.core.previews.file(found?.preview?.id ?? '')).toMatch(/webp$/)

    await service.call('found.answer', { id: job.id, position: 0, isImage: true })
    const ended = await done(service)
    expect(ended).toMatchObject({ saved: 1, attention: null, error: null, billed: 'yes', found: 0 })
    const [saved] = await savedOf({ ...service, job: ended })
    expect(saved?.content.equals(picture)).toBe(true)
    await eventually(
      async () =>
        (await service.call('app.snapshot', null)).notices.some(
          ({ error }) => error.params?.came === 'address',
        ),
      { what: 'the line of the first image' },
    )
    await eventually(() => spooled(service.folder).length === 0, { what: 'an empty spool' })
    expect(service.posts()).toBe(1)
  })

  test('of a task that is done is asked about, and isn’t fetched again by later polls', async () => {
    const service = await unknownService({
      mode: 'background',
      poll: (host, count) => finished(`${host}/files/a.png?sig=${count}`),
    })
    const job = await asked(service)
    expect(job).toMatchObject({ state: 'running', taskId: 't-1', found: 1 })
    const before = service.polls()
    await eventually(() => service.polls() > before + 2, { what: 'further polls' })
    expect(service.fetched()).toHaveLength(1)
    expect(await asked(service)).toMatchObject({ found: 1 })
    await service.call('found.answer', { id: job.id, position: 0, isImage: true })
    expect(await done(service)).toMatchObject({ saved: 1, attention: null })
    expect(service.posts()).toBe(1)
  })

  test.each([
    ['a format that is never shown', Buffer.from('\xff\x4f\xff\x51\0\x2f and pixels', 'latin1'), 1],
    ['no format that is known', unknownBytes, 0],
  ])('of %s is asked about too, and kept as it came', async (_, bytes, saved) => {
    const service = await unknownService({ file: () => bytes, post: (host) => hidden(`${host}/files/a`) })
    const { id } = await asked(service)
    expect(await service.call('found.list', { id })).toMatchObject([{ preview: null }])
    await service.call('found.answer', { id, position: 0, isImage: true })
    const job = await jobThat(service, ({ endedAt }) => endedAt !== null, 'the end')
    expect(job).toMatchObject({ saved, billed: 'yes' })
    if (saved === 0) expect(job.attention).toMatchObject({ code: 'imageNotAnImage' })
  })

  test.each(['<!doctype html><p>Log in', '{"note": "later"}', 'Sorry.'])(
    'as text is none: %j',
    async (text) => {
      const service = await unknownService({
        file: () => Buffer.from(text),
        post: (host) => hidden(`${host}/files/a`),
      })
      const ends = ['failed', 'uncertain', 'done']
      const job = await jobThat(service, ({ state }) => ends.includes(state), 'the end')
      expect(job).toMatchObject({ found: 0, saved: 0 })
    },
  )

  test('keeps none of another service waiting while the proxy of its own isn’t found', async () => {
    let shut = ''
    const first = await unknownService({
      n: 2,
      prepare(ports) {
        ports.proxy.resolve = async (url) => {
          if (shut !== '' && url.startsWith(shut)) throw new AppFailure(appError('proxyRefused'))
          return null
        }
      },
      post(host) {
        shut = host
        return hidden(...['a', 'b', 'c', 'd'].map((name) => `${host}/files/${name}`))
      },
    })
    await eventually(() => first.posts() === 1)
    const other = await httpService((request, response, { method }) => {
      if (method === 'GET') response.end(picture)
      else response.end(JSON.stringify(hidden(`http://${request.headers.host}/a`)))
    })
    const draft = { ...connectionDefaults, models: [], name: 'Other', baseUrl: other.baseUrl }
    const { id } = await first.call('connections.save', { id: null, draft, apiKey: key })
    const request = { prompt: 'a lake', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
    await first.call('jobs.enqueue', { connectionId: id, draft: request, first: false })
    expect(await asked(first)).toMatchObject({ connectionId: id, found: 1 })
    expect(first.fetched()).toEqual([])
    shut = ''
    await jobThat(first, ({ found }) => found === 4, 'what the first one named')
  })

  test('stays a question after a restart, with its bytes', async () => {
    const first = await unknownService({ post: (host) => hidden(`${host}/files/a`) })
    const { id } = await asked(first)
    await first.core.stop()
    const second = await startCore(first.folder, { clock: hurriedClock })
    expect(await asked(second)).toMatchObject({ id, state: 'saving', found: 1 })
    expect(await second.call('found.list', { id })).toMatchObject([
      { position: 0, preview: { id: expect.any(String) } },
    ])
    await second.call('found.answer', { id, position: 0, isImage: true })
    expect(await done(second)).toMatchObject({ id, saved: 1 })
    expect(first.fetched()).toHaveLength(1)
    expect(first.posts()).toBe(1)
  })

  test('is fetched by the next start if the app ended before it came', async () => {
    let isThere = false
    const first = await unknownService({
      file: () => (isThere ? picture : 'hang'),
      post: (host) => hidden(`${host}/files/a`),
    })
    await eventually(() => first.fetched().length > 0, { what: 'the download' })
    await first.core.stop()
    isThere = true
    const second = await startCore(first.folder, { clock: hurriedClock })
    const { id } = await asked(second)
    await second.call('found.answer', { id, position: 0, isImage: true })
    expect(await done(second)).toMatchObject({ saved: 1 })
    expect(first.posts()).toBe(1)
  })

  test('is taken one by one', async () => {
    const service = await unknownService({
      mode: 'background',
      file: (name) => (name === 'a.png' ? picture : other),
      poll: (host) => finished(`${host}/files/a.png`, `${host}/files/b.png`),
    })
    const { id } = await jobThat(service, ({ found }) => found === 2, 'two pictures')
    for (const position of [0, 1]) await service.call('found.answer', { id, position, isImage: true })
    const ended = await jobThat(service, ({ saved }) => saved === 2, 'two images')
    const saved = await savedOf({ ...service, job: ended })
    expect(saved.map(({ content }) => content.length)).toEqual([picture.length, other.length])
  })

  test('gives way to an image in a place that is known', async () => {
    let isListed = false
    const service = await unknownService({
      mode: 'background',
      poll: (host) =>
        isListed
          ? { ...finished(), data: [{ url: `${host}/files/b.png` }] }
          : finished(`${host}/files/a.png`),
    })
    await asked(service)
    isListed = true
    expect(await done(service)).toMatchObject({ saved: 1, attention: null, found: 0 })
  })

  test('ends a direct request without an image once the user says no, and nothing is sent again', async () => {
    const service = await unknownService({ post: (host) => hidden(`${host}/files/a`) })
    const { id } = await asked(service)
    await service.call('found.answer', { id, position: 0, isImage: false })
    const failed = await jobThat(service, ({ state }) => state === 'failed', 'the end')
    expect(failed).toMatchObject({ id, error: { code: 'itemMissing' }, billed: 'maybe', attention: null })
    expect(spooled(service.folder)).toHaveLength(1)
    expect(service.posts()).toBe(1)
  })

  test.each(['direct', 'background'] as const)('is said if no address gave an image: %s', async (mode) => {
    const service = await unknownService({
      mode,
      file: () => Buffer.from('<html></html>'),
      ...(mode === 'direct'
        ? { post: (host) => hidden(`${host}/files/a`) }
        : { poll: (host) => finished(`${host}/files/a.png`) }),
    })
    const code = 'imageFoundUnfetched'
    const job = await jobThat(service, (one) => (one.attention ?? one.error)?.code === code, 'what is said')
    expect(job.state).toBe(mode === 'direct' ? 'failed' : 'running')
    expect(job.actions).toContain('retryDownload')
    expect(service.posts()).toBe(1)
  })
})

describe('a hostile answer', () => {
  test('with fifty thousand addresses makes few requests', async () => {
    const service = await unknownService({
      n: 3,
      post: (host) => hidden(...Array.from({ length: 50_000 }, (_, at) => `${host}/files/${at}.png`)),
    })
    await jobThat(service, ({ found }) => found === 6, 'six pictures')
    expect(service.fetched()).toHaveLength(6)
  })

  test('that has nothing but what was sent fetches nothing', async () => {
    const service = await unknownService({
      prompt: 'https://example.com/cat.png',
      post: () => hidden('https://example.com/cat.png'),
    })
    expect(await jobThat(service, ({ state }) => state === 'uncertain', 'the end')).toMatchObject({
      found: 0,
    })
  })

  test('that names private hosts and plain addresses asks nobody and fetches nothing', async () => {
    const service = await unknownService({
      post: () => hidden('https://192.168.7.7/a.png', 'http://127.0.0.1:9/a.png', 'https://10.0.0.1/b.png'),
    })
    const failed = await jobThat(service, ({ state }) => state === 'failed', 'the end')
    expect(failed).toMatchObject({ error: { code: 'imageFoundUnfetched' }, attention: null })
    const { connections } = await service.call('app.snapshot', null)
    expect(connections[0]?.hold).toBeNull()
  })

  test('whose base64 only begins as an image is asked about, and never saved', async () => {
    const damaged = picture.subarray(0, picture.length - 20).toString('base64')
    const service = await unknownService({ post: () => ({ zork: damaged }) })
    const { id } = await asked(service)
    expect(await service.call('found.list', { id })).toMatchObject([{ preview: null, host: null }])
    await service.call('found.answer', { id, position: 0, isImage: true })
    const failed = await jobThat(service, ({ state }) => state === 'failed', 'the end')
    expect(failed).toMatchObject({ saved: 0, attention: { code: 'imageUndecodable' } })
    expect(failed.actions).toContain('saveKept')
  })
})

describe('what came in the answer itself', () => {
  const big = Buffer.concat([picture, Buffer.alloc(40_000, 7)])
  const lifted = { avatar: { bytes: big.toString('base64') } }

  test.each([
    ['that can’t be read', { note: 'thanks', ...lifted }, 'uncertain'],
    ['that says it failed', { error: { code: 'x', message: 'it broke' }, ...lifted }, 'failed'],
  ] as const)('is kept beside an answer %s, and can be taken', async (_, body, state) => {
    const first = await unknownService({ post: () => body })
    const { id } = await jobThat(first, (one) => one.state === state && one.found === 1, 'what is kept')
    await first.core.stop()
    const second = await startCore(first.folder, { clock: hurriedClock })
    expect(spooled(first.folder)).toHaveLength(1)
    second.ports.savedFile = `${first.folder}/saved.png`
    expect(await second.call('found.save', { id, position: 0 })).toEqual({ saved: true })
    expect(second.ports.offered).toEqual(['a-boat-1.png'])
    await second.call('found.answer', { id, position: 0, isImage: true })
    const ended = await done(second)
    const [saved] = await savedOf({ ...second, folder: first.folder, job: ended })
    expect(saved?.content.equals(big)).toBe(true)
    expect(first.posts()).toBe(1)
  })

  test('goes with the next start if the user took it and a kill left it', async () => {
    const first = await unknownService({ post: () => ({ note: 'thanks', ...lifted }) })
    const { id } = await jobThat(first, ({ found }) => found === 1, 'what is kept')
    const [name = ''] = spooled(first.folder)
    await first.call('found.answer', { id, position: 0, isImage: true })
    await done(first)
    await eventually(() => spooled(first.folder).length === 0, { what: 'an empty spool' })
    await first.core.stop()
    writeFileSync(join(first.folder, 'profile', 'spool', name), big)
    await startCore(first.folder, { clock: hurriedClock })
    await eventually(() => spooled(first.folder).length === 0, { what: 'an empty spool again' })
  })

  test('of a task that is done is kept while it is asked about', async () => {
    const first = await unknownService({
      mode: 'background',
      poll: () => ({ task_id: 't-1', status: 'succeeded', ...lifted }),
    })
    const { id } = await asked(first)
    await first.core.stop()
    const second = await startCore(first.folder, { clock: hurriedClock })
    await second.call('found.answer', { id, position: 0, isImage: true })
    expect(await done(second)).toMatchObject({ id, saved: 1 })
    await eventually(() => spooled(first.folder).length === 0, { what: 'an empty spool' })
  })

  test('of two answers that can’t be read is kept for each of them, until the user took both', async () => {
    let posts = 0
    const pictures = [big, Buffer.concat([big, Buffer.alloc(9)])]
    const service = await unknownService({
      post: () => ({ note: 'thanks', avatar: { bytes: pictures[posts++]?.toString('base64') } }),
    })
    const { id } = await jobThat(service, ({ found }) => found === 1, 'the first picture')
    await service.call('jobs.act', { ids: [id], action: 'sendAgain' })
    await jobThat(service, ({ found }) => found === 2, 'the second picture')
    const kept = spooled(service.folder)
    expect(kept).toHaveLength(2)
    await service.call('found.answer', { id, position: 1, isImage: true })
    expect(await done(service)).toMatchObject({ saved: 1, found: 1 })
    await service.call('found.answer', { id, position: 0, isImage: true })
    const both = await jobThat(service, ({ saved }) => saved === 2, 'both pictures')
    const saved = await savedOf({ ...service, job: both })
    expect(saved.map(({ content }) => content.length).sort()).toEqual(pictures.map(({ length }) => length))
    await eventually(() => spooled(service.folder).length === 0, { what: 'an empty spool' })
    await service.core.stop()
    for (const name of kept) writeFileSync(join(service.folder, 'profile', 'spool', name), big)
    await startCore(service.folder, { clock: hurriedClock })
    await eventually(() => spooled(service.folder).length === 0, { what: 'an empty spool again' })
  })

  test('is kept beside an image until that is saved', async () => {
    let isThere = false
    const service = await unknownService({
      file: () => (isThere ? picture : Buffer.from('not yet')),
      post: (host) => ({ data: [{ url: `${host}/files/a` }], ...lifted }),
    })
    await eventually(() => service.fetched().length > 0, { what: 'a download' })
    expect(spooled(service.folder).filter((name) => name.endsWith('.bin'))).toHaveLength(1)
    isThere = true
    const job = await jobThat(service, ({ state }) => state === 'failed' || state === 'done', 'the end')
    if (job.state === 'failed') await service.call('jobs.act', { ids: [job.id], action: 'retryDownload' })
    await done(service)
    await eventually(() => spooled(service.folder).length === 0, { what: 'an empty spool' })
  })
})
