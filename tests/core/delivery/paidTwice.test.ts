import { copyFile, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { Mode } from '@shared/model/draft'
import { expect, test } from 'vitest'
import { pngFile } from '../../support/pngFile'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { endOfJob } from '../endOfJob'
import { draft } from '../queue/queueHarness'
import { httpService } from '../service/serviceHarness'

const grey = (level: number): Buffer => {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(8, level)])
  return pngFile({ edge: 8, colour: [8, 0], rows: Buffer.concat(Array.from({ length: 8 }, () => row)) })
}

/** A request is sent, the database of before is put back, and the user has it sent once more. */
async function sentTwice(
  mode: Mode,
  pictureOf: (request: number) => Buffer,
  { records = 'kept', time }: { readonly records?: 'kept' | 'lost'; readonly time?: Date } = {},
) {
  let posts = 0
  const { baseUrl, received } = await httpService((_request, response, { method, url }) => {
    const [, picture] = /^\/(\d+)\.png/.exec(url) ?? []
    if (picture !== undefined)
      return response.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf(Number(picture)))
    if (method === 'POST') posts += 1
    const [, task = `t-${posts}`] = /tasks\/(t-\d+)/.exec(url) ?? []
    const data = [{ url: `/${task.slice(2)}.png`, status: 'completed' }]
    return response.end(
      JSON.stringify(
        mode === 'direct'
          ? { created: 1, data }
          : { task_id: task, status: 'completed', progress: 100, data },
      ),
    )
  })
  const folder = temporaryFolder()
  const first = await startCore(folder)
  const { secrets, places } = first.ports
  const connection = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft: connection, apiKey: 'sk-1' })
  await first.call('queue.pause', null)
  await first.call('jobs.enqueue', { connectionId: id, draft: draft({ mode }), first: false })
  await first.core.stop()
  const path = join(places.profile, 'cyanotype.db')
  await copyFile(path, `${path}-copy`)
  const second = await startCore(folder, { secrets })
  await second.call('queue.resume', null)
  await endOfJob(second.call)
  await second.core.stop()
  await copyFile(`${path}-copy`, path)
  if (records === 'lost') await rm(join(places.defaultLibrary, '.cyanotype/records'), { recursive: true })
  const files = await readdir(places.defaultLibrary, { recursive: true })
  const pictures = files
    .filter((name) => /\.png$/.test(name))
    .map((name) => join(places.defaultLibrary, name))
  if (time !== undefined) for (const one of pictures) await utimes(one, time, time)
  const { call } = await startCore(folder, { secrets })
  await call('queue.resume', null)
  await call('queue.answer', { send: true })
  return { places, job: await endOfJob(call), call, posts: () => posts, received }
}

test.each(['direct', 'background'] as const)(
  'what a request brings is fetched, though the library has an image of its job from before: %s',
  async (mode) => {
    const { job, call, posts, received } = await sentTwice(mode, (request) => grey(40 * request))
    expect(posts()).toBe(2)
    expect(job).toMatchObject({ state: 'done', saved: 2, error: null })
    expect(received.map(({ url }) => url)).toContain('/2.png')
    const shown = await Promise.all(
      job.items.map(({ imageId }) => call('images.details', { id: imageId ?? '' })),
    )
    expect(new Set(shown.map(({ file }) => file)).size).toBe(2)
  },
)

test('it isn’t kept twice if it is the same image', async () => {
  const { job } = await sentTwice('direct', () => grey(40))
  expect(job).toMatchObject({ state: 'done', saved: 1, error: null })
  expect(job.items).toHaveLength(1)
})

test('bytes that nobody knows are kept beside an image from before that has no record', async () => {
  const bytes = Buffer.alloc(400, 7)
  const pictureOf = (request: number): Buffer => (request === 1 ? grey(40) : bytes)
  const { job } = await sentTwice('background', pictureOf, { records: 'lost' })
  expect(job).toMatchObject({ state: 'done', saved: 1, attention: { code: 'imageNotAnImage' } })
  expect(job.items.map(({ state }) => state)).toEqual(['saved', 'failed'])
  expect(job.actions).toContain('saveKept')
})

test('an image from before 1970 that has no record gets one that can be read', async () => {
  const bytes = Buffer.alloc(400, 7)
  const pictureOf = (request: number): Buffer => (request === 1 ? grey(40) : bytes)
  const { places } = await sentTwice('background', pictureOf, {
    records: 'lost',
    time: new Date(-86_400_000),
  })
  const records = join(places.defaultLibrary, '.cyanotype/records')
  const names = (await readdir(records, { recursive: true })).filter((name) => name.endsWith('.json'))
  const times = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(records, name), 'utf8')).image.createdAt),
  )
  expect(times).toEqual([0])
})
