import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { hurriedClock } from '../support/fakeClock'
import { oddFiles, unknownBytes } from '../support/oddFiles'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { type Answered, answering, key, type Made, savedOf } from './answering'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

const ending = (file: string) => file.slice(file.lastIndexOf('.') + 1)

describe('what was paid for and is another known format', () => {
  const files = oddFiles()

  test.each(['url', 'base64', 'dataUri'] as const)('is saved as it came by %s', async (way) => {
    const lies = ['text/html', 'image/png', 'application/json']
    const answered = await answering(
      files.map(({ bytes }, at) => ({ bytes, type: lies[at % lies.length] ?? '' })),
      way,
    )
    expect(answered.job).toMatchObject({ state: 'done', attention: null, saved: files.length })
    const saved = await savedOf(answered)
    const named = saved.map(({ format, file, bytes, decoded, width, height }) => ({
      ...{ format, ending: ending(file), bytes, decoded, width, height },
    }))
    expect(named).toEqual(
      files.map(({ format, bytes }) => ({
        ...{ format, ending: format, bytes: bytes.length, decoded: false, width: 0, height: 0 },
      })),
    )
    for (const [at, { content }] of saved.entries())
      expect(content.equals(files[at]?.bytes ?? content)).toBe(true)
    const { core } = answered
    for (const { id } of saved) {
      expect(await core.images.pictureFile(id)).toBeNull()
      expect(await core.images.thumbnail(id, 'thumb')).toBeNull()
    }
    const { rows } = await answered.call('gallery.page', { text: '', sort: 'size', offset: 0, limit: 100 })
    expect(rows).toHaveLength(files.length)
    expect(rows[0]).toMatchObject({ decoded: false, bytes: expect.any(Number), format: expect.any(String) })
  })

  test('comes back when the library is rebuilt from its records', async () => {
    const first = await answering(files.map(({ bytes }) => ({ bytes })))
    const saved = await savedOf(first)
    await first.core.stop()
    const { call } = await startCore(first.folder, {
      prepare: ({ places }) => rm(places.profile, { recursive: true, force: true }),
    })
    await call('library.rebuild', null)
    const shown = await eventually(
      async () => {
        const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 100 })
        return rows.length === files.length && rows
      },
      { what: 'all rows' },
    )
    const facts = ({ id, format, bytes }: { id: string; format: string; bytes: number }) => [
      id,
      format,
      bytes,
    ]
    expect(shown.map(facts).toSorted()).toEqual(saved.map(facts).toSorted())
  })
})

describe('an answer that is itself a file', () => {
  /** The end of a request that is answered with these bytes, or whose task is. */
  async function raw(bytes: Buffer, type: string | null, mode: Mode = 'direct') {
    const folder = temporaryFolder()
    const service = await httpService((_, response, { method }) => {
      const isTask = method === 'POST' && mode === 'background'
      response.writeHead(200, type === null || isTask ? {} : { 'content-type': type })
      if (isTask) response.end(JSON.stringify({ task_id: 't', status: 'pending' }))
      // In two pieces: the first alone doesn't tell.
      else response.write(bytes.subarray(0, 7), () => response.end(bytes.subarray(7)))
    })
    const core = await startCore(folder, { clock: hurriedClock })
    const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
    const { id } = await core.call('connections.save', { id: null, draft, apiKey: key })
    const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode, image: [] }
    await core.call('jobs.enqueue', { connectionId: id, draft: request, first: false })
    const job = await eventually(
      async () => {
        const { finished, needsYou } = await core.call('queue.overview', { limit: 5 })
        return [...finished, ...needsYou][0]
      },
      { what: 'the end of the job' },
    )
    return { ...core, folder, job }
  }

  test.each(oddFiles().map(({ format, bytes }) => [format, bytes] as const))(
    'of the format %s is saved as it came',
    async (format, bytes) => {
      const type = bytes.includes(0) ? 'application/octet-stream' : `image/${format}`
      const answered = await raw(bytes, type)
      expect(answered.job).toMatchObject({ state: 'done', saved: 1, attention: null })
      const [saved] = await savedOf(answered)
      expect(saved).toMatchObject({ format })
      expect(saved?.content.equals(bytes)).toBe(true)
    },
  )

  test.each([
    ['image/x-new', unknownBytes, 'direct'],
    ['image/x-new', unknownBytes, 'background'],
    ['application/octet-stream', Buffer.concat([unknownBytes.subarray(0, 6), Buffer.alloc(90)]), 'direct'],
    [null, Buffer.concat([unknownBytes.subarray(0, 6), Buffer.alloc(90)]), 'direct'],
  ] as const)('of type %s that nobody knows is kept, and needs the user', async (type, bytes, mode) => {
    const { job, call, ports, folder } = await raw(bytes, type, mode)
    expect(job).toMatchObject({ attention: { code: 'imageNotAnImage' }, billed: 'yes', saved: 0 })
    ports.savedFile = join(folder, 'saved.bin')
    await call('jobs.act', { ids: [job.id], action: 'saveKept' })
    expect((await readFile(ports.savedFile)).equals(bytes)).toBe(true)
  })

  test.each([
    ['application/octet-stream', 'Sorry, nothing is here.'],
    ['image/png', '<!doctype html><p>Sorry</p>'],
    ['image/png', 'Sorry, nothing is here.'],
    ['image/png', '{"note": "nothing"}'],
    ['text/plain', 'Sorry,\0nothing.'],
    ['application/octet-stream', '{"note": "\0nothing"}'],
  ])('is none of type %s as %j', async (type, text) => {
    const { job } = await raw(Buffer.from(text), type)
    expect(job).toMatchObject({ state: 'uncertain', found: 0 })
  })
})

test('an image is saved, whatever type its server states', async () => {
  const types = ['text/html; charset=utf-8', 'application/json', 'video/mp4']
  const answered = await answering(
    types.map((type, at) => ({ type, bytes: Buffer.concat([picture, Buffer.alloc(at)]) })),
  )
  expect(answered.job).toMatchObject({ state: 'done', saved: types.length })
  expect(await savedOf(answered)).toMatchObject(types.map(() => ({ format: 'png', decoded: true })))
})

test('the bytes of a data URI that are written as text are saved too', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>50 % of é</title></svg>'
  const uri = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  const service = await httpService((_, response) =>
    response.end(JSON.stringify({ created: 1, data: [{ url: uri }] })),
  )
  const folder = temporaryFolder()
  const { call } = await startCore(folder)
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await call('connections.save', { id: null, draft, apiKey: key })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  const job = await eventually(async () => (await call('queue.overview', { limit: 5 })).finished[0])
  const [saved] = await savedOf({ call, folder, job })
  expect(saved).toMatchObject({ format: 'svg' })
  expect(saved?.content.toString()).toBe(svg)
})

describe('bytes that nobody knows', () => {
  const needing = async ({ call }: Pick<Answered, 'call'>): Promise<readonly Job[]> =>
    (await call('queue.overview', { limit: 5 })).needsYou

  test.each(['url', 'base64', 'dataUri'] as const)(
    'that came by %s are kept, also after a restart, and the user can save them',
    async (way) => {
      const first = await answering([{ bytes: unknownBytes, type: 'image/png' }, { bytes: picture }], way)
      const code = 'imageNotAnImage'
      expect(first.job).toMatchObject({
        ...{ state: 'done', saved: 1, attention: { code } },
        items: [{ state: 'failed', imageId: null, error: { code } }, { state: 'saved' }],
        actions: ['saveKept', 'retryDownload', 'retryAsNew', 'settle'],
      })
      expect(await needing(first)).toHaveLength(1)
      await first.core.stop()

      const { call, ports } = await startCore(first.folder)
      const to = join(first.folder, 'saved.bin')
      ports.savedFile = to
      const { id } = first.job
      expect(await call('jobs.act', { ids: [id], action: 'saveKept' })).toEqual({ done: 1, press: null })
      expect(ports.offered).toEqual(['a-boat-1.bin'])
      expect((await readFile(to)).equals(unknownBytes)).toBe(true)
      expect((await needing({ call }))[0]?.id).toBe(id)
      await call('jobs.act', { ids: [id], action: 'settle' })
      expect(await needing({ call })).toEqual([])
    },
  )

  test('of an image that is damaged are kept under its own ending', async () => {
    const damaged = picture.subarray(0, picture.length - 20)
    const { call, ports, folder, job } = await answering([{ bytes: damaged }])
    expect(job).toMatchObject({ state: 'failed', attention: { code: 'imageUndecodable' } })
    ports.savedFile = join(folder, 'saved.png')
    await call('jobs.act', { ids: [job.id], action: 'saveKept' })
    expect(ports.offered).toEqual(['a-boat-1.png'])
    expect((await readFile(ports.savedFile)).equals(damaged)).toBe(true)
  })

  test('give way to the image once the service has it', async () => {
    const made: Made[] = [{ bytes: unknownBytes }]
    const answered = await answering(made)
    const { call, job } = answered
    made[0] = { bytes: picture }
    await call('jobs.act', { ids: [job.id], action: 'retryDownload' })
    const done = await eventually(async () => (await call('queue.overview', { limit: 5 })).finished[0])
    expect(done).toMatchObject({ state: 'done', saved: 1, attention: null })
    expect((await savedOf({ ...answered, job: done }))[0]?.content.equals(picture)).toBe(true)
  })
})

describe('text in place of an image', () => {
  const texts = {
    JSON: `{"error":"no image, ${key}"}`,
    XML: `<?xml version="1.0"?><Error><Code>Denied</Code><Key>${key}</Key></Error>`,
    words: `Sorry, ${key}, nothing is here: ${'é'.repeat(300_000)}`,
  }

  test.each(Object.entries(texts))(
    'as %s settles nothing: it is kept for Details, without the key',
    async (_, text) => {
      const { job, call, ports, folder, service } = await answering([
        { bytes: Buffer.from(text), type: 'image/png' },
      ])
      expect(job).toMatchObject({
        ...{ state: 'failed', saved: 0, billed: 'yes' },
        items: [{ state: 'expired', imageId: null, error: { code: 'answerText' } }],
      })
      const words = job.items[0]?.error?.detail?.words ?? ''
      expect(words).toContain('[key]')
      expect(words).not.toContain(key)
      expect(service.received.filter(({ url }) => url.startsWith('/files/')).length).toBeGreaterThan(3)
      ports.savedFile = join(folder, 'saved.txt')
      await call('jobs.act', { ids: [job.id], action: 'saveKept' })
      expect(ports.offered).toEqual(['a-boat-1.txt'])
      const kept = await readFile(ports.savedFile, 'utf8')
      expect(kept).not.toContain(key)
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(256 * 1024)
      expect((await call('gallery.outline', { text: '' })).total).toBe(0)
    },
  )

  test('has its task asked once for another address', async () => {
    const { job, fetched } = await answering([{ bytes: Buffer.from(texts.JSON) }], 'url', 'background')
    expect(job).toMatchObject({
      state: 'failed',
      items: [{ state: 'expired', error: { code: 'answerText' } }],
    })
    expect(fetched.size).toBe(2)
  })
})
