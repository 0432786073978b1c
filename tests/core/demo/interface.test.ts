import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { itemStatus, type Task, taskProgress, taskStatus } from '../../../electron/demo/task'
import { authorized, bytesOf, startDemo } from './demoHarness'

/** Sends a raw path that no URL can express. */
function statusOf(
  baseUrl: string,
  { target, host }: { readonly target: string; readonly host?: string },
): Promise<number> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const headers = { ...authorized, ...(host === undefined ? {} : { host }) }
    const call = request({ hostname, port, path: target, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}

const small = { size: '256x256' }

test('a task goes from waiting to completed, image by image, with growing progress', () => {
  const times = { createdAt: 0, startsAt: 1000, endsAt: 2000 }
  const task: Task = {
    ...{ id: 'task', number: 1, model: 'aurora-2', prompt: 'Paper crane', width: 256, height: 256, n: 2 },
    ...{ ...times, fails: false, refusedImages: [] },
  }
  const seen = Array.from({ length: 221 }, (_, at) => {
    const items = [0, 1].map((index) => itemStatus(task, index, at * 10, true))
    const status = taskStatus(items)
    const done = items.filter((one) => one === 'completed').length
    return { status, done, progress: taskProgress(task, status, at * 10) }
  })
  expect([...new Set(seen.map(({ status }) => status))]).toEqual(['pending', 'processing', 'completed'])
  expect([...new Set(seen.map(({ done }) => done))]).toEqual([0, 1, 2])
  const growth = seen.map(({ progress }) => progress)
  expect(growth).toEqual(growth.toSorted((a, b) => a - b))
  expect(growth).toContain(50)
  for (const { status, progress } of seen) expect(progress === 100).toBe(status === 'completed')
  expect(itemStatus(task, 1, 3000, false)).toBe('processing')
})

describe('the demo service, checked against the documentation', () => {
  test.each(['/api/v1/images/generations', '/v1/images/generations'])(
    'answers a synchronous request at %s as in section 2.2',
    async (path) => {
      const demo = await startDemo()
      const before = Math.floor(Date.now() / 1000)
      const answer = await demo.post(
        { model: 'aurora-2', prompt: 'Paper crane', size: '320x256', n: 2 },
        { path },
      )
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ])
      const body: unknown = await answer.json()
      const image = { url: expect.any(String), revised_prompt: expect.stringContaining('Paper crane') }
      expect(body).toStrictEqual({ created: expect.any(Number), data: [image, image] })
      expect(body).toHaveProperty(
        'created',
        expect.toSatisfy((created: number) => created >= before && created <= before + 60),
      )
    },
  )

  test('answers an asynchronous request with the submit form and nothing more', async () => {
    const demo = await startDemo()
    const answer = await demo.post({ model: 'aurora-2', prompt: 'Paper crane', async: true })
    expect(await answer.json()).toStrictEqual({
      created: expect.any(Number),
      task_id: expect.stringMatching(/^task_[0-9a-f]{32}$/),
      status: 'pending',
      data: [{ url: null, status: 'pending' }],
    })
  })

  test('answers polls with the poll form: waiting, at work and completed', async () => {
    const slow = await startDemo({ taskMs: 3_600_000, slots: 1 })
    const first = await slow.submit('first in the slot', small)
    const second = await slow.submit('Paper crane', small)
    expect(await slow.poll(first.task_id)).toMatchObject({ status: 'processing', error: null })
    expect(await slow.poll(second.task_id)).toMatchObject({ status: 'pending', progress: 0, error: null })

    const demo = await startDemo()
    const { task_id } = await demo.submit('Paper crane', { ...small, n: 2 })
    await demo.ended(task_id)
    const item = {
      url: expect.any(String),
      revised_prompt: expect.stringContaining('Paper crane'),
      status: 'completed',
    }
    expect(await (await demo.pollRaw(task_id)).json()).toStrictEqual({
      created: expect.any(Number),
      task_id,
      status: 'completed',
      progress: 100,
      data: [item, item],
      error: null,
    })
  })

  test('accepts size and n in an asynchronous request, and without them draws one image', async () => {
    const demo = await startDemo()
    const given = await demo.ended((await demo.submit('a', { size: '512x256', n: 3 })).task_id)
    const left = await demo.ended((await demo.submit('a')).task_id)
    expect([given.data.length, left.data.length]).toEqual([3, 1])
    expect(await sharp(await bytesOf(given.data[2]?.url)).metadata()).toMatchObject({
      width: 512,
      height: 256,
    })
  })

  test('draws images without a size in several ratios, of as many pixels, the same for the same seed', async () => {
    const sizes = async (seed: number): Promise<readonly (readonly [number, number])[]> => {
      const demo = await startDemo({ taskMs: 0, slots: 16, seed })
      const asked = Array.from({ length: 16 }, () => demo.submit('a', { n: 2 }))
      const tasks = await Promise.all(asked.map(async (task) => demo.ended((await task).task_id)))
      return Promise.all(
        tasks.flatMap(({ data }) =>
          data.map(async ({ url }) => {
            const { width, height } = await sharp(await bytesOf(url)).metadata()
            return [width, height] as const
          }),
        ),
      )
    }
    const drawn = await sizes(1)
    expect(new Set(drawn.map(([width, height]) => (width / height).toFixed(1))).size).toBeGreaterThan(3)
    for (const [width, height] of drawn) expect(Math.abs(width * height - 590_000)).toBeLessThan(15_000)
    const counted = (all: typeof drawn) => all.map(String).sort()
    expect(counted(await sizes(1))).toEqual(counted(drawn))
    expect(counted(await sizes(2))).not.toEqual(counted(drawn))
  })

  test('draws images without a size square if its option says how large', async () => {
    const demo = await startDemo({ side: 300 })
    const { data } = await demo.ended((await demo.submit('a')).task_id)
    expect(await sharp(await bytesOf(data[0]?.url)).metadata()).toMatchObject({ width: 300, height: 300 })
  })

  test('serves decodable PNG, JPEG and WebP files that all differ, without a key', async () => {
    const demo = await startDemo({ taskMs: 0 })
    const { data } = await demo.generate('Paper crane', { ...small, n: 10 })
    const files = await Promise.all(data.map(({ url }) => bytesOf(url)))
    const formats = await Promise.all(
      files.map(async (bytes, index) => {
        const { format, width } = await sharp(bytes).metadata()
        await sharp(bytes).raw().toBuffer()
        expect(width).toBe(256)
        expect(data[index]?.url).toMatch(new RegExp(`/${index}\\.${format}$`))
        return format
      }),
    )
    expect(new Set(formats)).toEqual(new Set(['png', 'jpeg', 'webp']))
    expect(new Set(files.map((bytes) => bytes.toString('base64'))).size).toBe(10)
  })

  test('makes PNGs of one colour each if its option says so, of the size that was asked for', async () => {
    const demo = await startDemo({ taskMs: 0, plain: true })
    const { data } = await demo.generate('Paper crane', { size: '320x256', n: 3 })
    const colours = await Promise.all(
      data.map(async ({ url }) => {
        const image = sharp(await bytesOf(url))
        expect(url).toMatch(/\.png$/)
        expect(await image.metadata()).toMatchObject({ format: 'png', width: 320, height: 256 })
        const { channels } = await image.stats()
        for (const { min, max } of channels) expect(max).toBe(min)
        return channels.map(({ min }) => min).join()
      }),
    )
    expect(new Set(colours).size).toBe(3)
  })

  test('refuses paths it does not know and goes on', async () => {
    const demo = await startDemo()
    for (const target of ['//', '//elsewhere.test/v1/images/generations', 'http://elsewhere.test/', '*'])
      expect([target, await statusOf(demo.baseUrl, { target })]).toEqual([target, 400])
    expect((await demo.pollRaw('task_x')).status).toBe(404)
  })

  test('refuses requests that use another host name', async () => {
    const demo = await startDemo()
    const target = '/api/v1/images/tasks/task_x'
    for (const host of ['rebound.test', 'localhost', '127.0.0.1'])
      expect([host, await statusOf(demo.baseUrl, { target, host })]).toEqual([host, 400])
    expect(await statusOf(demo.baseUrl, { target })).toBe(404)
  })

  test('creates its own key, keeps it, and lets only this user read it', async () => {
    const first = await startDemo({ key: undefined })
    const { key, baseUrl } = await first.service.start()
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    const keyFile = join(first.folder, 'demo/key')
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${baseUrl}/api/v1/images/tasks/task_x`, { headers })).status).toBe(404)
    expect((await first.pollRaw('task_x')).status).toBe(401)
    await first.service.stop()
    const next = await startDemo({ key: undefined, profile: first.folder })
    expect((await next.service.start()).key).toBe(key)
    const other = await startDemo({ key: undefined })
    expect((await other.service.start()).key).not.toBe(key)
  })

  test('refuses every call without the right key, in JSON', async () => {
    const demo = await startDemo()
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'demo-key' }]) {
      const posted = await demo.post({ model: 'aurora-2', prompt: 'a' }, { headers })
      const polled = await fetch(`${demo.baseUrl}/api/v1/images/tasks/x`, { headers })
      expect([posted.status, polled.status]).toEqual([401, 401])
      expect(await posted.json()).toMatchObject({
        error: { code: 'invalid_api_key', message: expect.any(String) },
      })
    }
  })

  test.each([
    ['an unknown model', { model: 'nope', prompt: 'a' }, 'aurora-2, aurora-2-fast, sketch-1'],
    ['an empty prompt', { model: 'aurora-2', prompt: ' ' }, '"prompt"'],
    ['a size of words', { model: 'aurora-2', prompt: 'a', size: 'large' }, '"<width>x<height>"'],
    ['a size too small', { model: 'aurora-2', prompt: 'a', size: '16x16' }, '256 to 2048'],
    ['too many images', { model: 'aurora-2', prompt: 'a', n: 11 }, '1 to 10'],
    ['a reference that is no URL', { model: 'aurora-2', prompt: 'a', image: ['cat.png'] }, '"image"'],
    ['a list for a body', [], 'not a JSON object'],
    ['no JSON', 'model=aurora-2', 'not JSON'],
  ])('refuses %s with 400 and a helpful message', async (_what, body, words) => {
    const demo = await startDemo()
    const answer = await demo.post(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining(words) } })
    expect(demo.posts()).toMatchObject([{ status: 400, taskId: null }])
  })

  test('answers unknown tasks, paths and methods, and oversized bodies, in JSON', async () => {
    const demo = await startDemo()
    const statuses = [
      (await demo.pollRaw('task_that_cannot_exist')).status,
      (await demo.post({ model: 'aurora-2', prompt: 'a' }, { path: '/images/generations' })).status,
      (await fetch(`${demo.baseUrl}/v1/images/generations`, { headers: authorized })).status,
      (await demo.post(JSON.stringify({ model: 'aurora-2', prompt: 'a'.repeat(2 ** 20) }))).status,
    ]
    expect(statuses).toEqual([404, 404, 405, 413])
  })
})
