import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import { describe, expect, test } from 'vitest'
import type { Call } from '../support/call'
import { demoJournal, demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { memorySecrets } from '../support/testPorts'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

const draft: SendableDraft = {
  prompt: 'a lighthouse at dusk',
  model: 'aurora-2',
  size: '',
  n: 1,
  mode: 'background',
  image: [],
}

const imagesOf = async (call: Call) => (await call('gallery.page', { text: '', offset: 0, limit: 500 })).rows

/** Resolves with the images once there are that many. */
const imagesSaved = (call: Call, count: number) =>
  eventually(
    async () => {
      const images = await imagesOf(call)
      return images.length === count ? images : null
    },
    { what: `${count} images` },
  )

const enqueue = (call: Call, connectionId: string, over: Partial<SendableDraft> = {}) =>
  call('jobs.enqueue', { connectionId, draft: { ...draft, ...over }, first: false })

const finished = async (call: Call) => (await call('queue.overview', { limit: 100 })).finished

/** What the demo service has on its own disk for a task, as SHA-256 hashes. */
async function servedBy(profile: string, taskId: string): Promise<string[]> {
  const folder = join(profile, 'demo/files', taskId)
  const bytes = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  return bytes.map((one) => createHash('sha256').update(one).digest('hex')).sort()
}

describe('the core', () => {
  test.each(['background', 'direct'] as const)(
    'turns a %s prompt into a file with exactly the bytes the service served',
    async (mode) => {
      const folder = temporaryFolder()
      const { call, ports } = await startCore(folder)
      const { profile } = ports.places
      const demo = await call('connections.useDemo', null)
      const queued = await enqueue(call, demo.id, { mode })
      expect(queued).toMatchObject({ jobs: 1, images: 1 })
      const [image] = await imagesSaved(call, 1)
      const details = await call('images.details', { id: image?.id ?? '' })
      expect(details).toMatchObject({ prompt: draft.prompt, connectionName: 'Demo', asked: { mode } })
      const bytes = await readFile(join(folder, 'library', details.file))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(details.sha256)
      const { taskId } = (await demoJournal(profile)).find(({ method }) => method === 'POST') ?? {}
      expect(await servedBy(profile, taskId ?? '')).toEqual([details.sha256])
      const [job] = await eventually(async () => {
        const jobs = await finished(call)
        return jobs.length === 1 ? jobs : null
      })
      expect(job).toMatchObject({ state: 'done', saved: 1, billed: 'yes' })
      expect(await demoPosts(profile)).toEqual([job?.id])
    },
  )

  test('saves three of four images when one is refused', async () => {
    const { call } = await startCore(temporaryFolder())
    const demo = await call('connections.useDemo', null)
    await enqueue(call, demo.id, { mode: 'direct', n: 4, prompt: 'four boats [refuse 2]' })
    const images = await imagesSaved(call, 3)
    expect(images.map(({ index, of }) => `${index} of ${of}`).sort()).toEqual(['0 of 4', '1 of 4', '2 of 4'])
    const [job] = await eventually(async () => {
      const jobs = await finished(call)
      return jobs.length === 1 ? jobs : null
    })
    expect(job).toMatchObject({ state: 'done', saved: 3 })
    expect(job?.items.map(({ state }) => state)).toEqual(['saved', 'saved', 'saved', 'failed'])
  })

  test('reports what happens: events, the snapshot and, at the end of a batch, a notification', async () => {
    const { call, events, ports } = await startCore(temporaryFolder())
    const snapshot = await call('app.snapshot', null)
    expect(snapshot).toMatchObject({ version: '0.0.0', connections: [], notices: [], keyStore: 'keychain' })
    const demo = await call('connections.useDemo', null)
    await enqueue(call, demo.id, { n: 3 })
    await imagesSaved(call, 3)
    await eventually(() => ports.told.length === 1)
    expect(ports.told).toMatchObject([{ saved: 3, failed: 0, needsYou: 0 }])
    await eventually(() =>
      ['connections.changed', 'queue.changed', 'gallery.changed'].every((name) =>
        events.some(({ event }) => event === name),
      ),
    )
  })

  test('keeps the computer awake while a direct request is open, and lets it sleep afterwards', async () => {
    const asked: ServerResponse[] = []
    const service = await httpService((_, response, { method }) => {
      if (method === 'POST') asked.push(response)
      else response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    })
    const { core, call, ports } = await startCore(temporaryFolder())
    const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
    const { id } = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-1' })
    await enqueue(call, id, { mode: 'direct' })
    await eventually(() => asked.length === 1)
    expect(core.openDirectRequests()).toBe(1)
    await eventually(() => ports.awake() === 1)
    asked[0]?.end(JSON.stringify({ data: [{ url: '/a.png' }] }))
    await imagesSaved(call, 1)
    await eventually(() => ports.awake() === 0)
    expect(core.openDirectRequests()).toBe(0)
  })

  test('sends nothing more with a wrong key, and goes on with a correct one', async () => {
    const { call, ports } = await startCore(temporaryFolder())
    const { profile } = ports.places
    await call('connections.useDemo', null)
    const [port = '', key = ''] = await Promise.all(
      ['port', 'key'].map((file) => readFile(join(profile, 'demo', file), 'utf8')),
    )
    const typed = {
      ...connectionDefaults,
      models: [],
      name: 'Studio',
      baseUrl: `http://127.0.0.1:${port}`,
      pageUrl: 'https://images.example/history',
    }
    const studio = await call('connections.save', { id: null, draft: typed, apiKey: 'sk-wrong' })
    await enqueue(call, studio.id, { n: 5 })
    const held = await eventually(async () => {
      const { connections } = await call('app.snapshot', null)
      return connections.find(({ id, hold }) => id === studio.id && hold !== null)
    })
    expect(held.hold).toMatchObject({ error: { code: 'keyRefused' } })
    expect((await call('queue.overview', { limit: 10 })).counts).toMatchObject({ waiting: 5, finished: 0 })

    const saved = await call('connections.save', { id: studio.id, draft: typed, apiKey: key })
    expect(saved.hold).toBeNull()
    const images = await imagesSaved(call, 5)
    const ids = images.map(({ jobId }) => jobId)
    expect(await call('jobs.act', { ids, action: 'openServicePage' })).toEqual({ done: 1, press: null })
    expect(ports.opened).toEqual(['https://images.example/history'])
  })

  test('says that the library accepts no files before the first request is paid', async () => {
    const folder = temporaryFolder()
    const { call, ports } = await startCore(folder, {
      async prepare({ preferences }) {
        await writeFile(join(folder, 'file'), '')
        preferences.change({ libraryPath: join(folder, 'file', 'library') })
      },
    })
    const { profile } = ports.places
    expect((await call('app.snapshot', null)).notices).toMatchObject([
      { error: { code: 'libraryUnwritable' } },
    ])
    const demo = await call('connections.useDemo', null)
    await enqueue(call, demo.id, { n: 2 })
    const { counts } = await call('queue.overview', { limit: 10 })
    expect(counts.waiting).toBe(2)
    expect(await demoPosts(profile)).toEqual([])

    ports.chosenFolder = join(folder, 'elsewhere')
    expect(await call('library.choose', null)).toEqual({
      libraryPath: ports.chosenFolder,
      hasExports: false,
    })
    expect((await call('app.snapshot', null)).notices).toEqual([])
    await imagesSaved(call, 2)
    expect(await demoPosts(profile)).toHaveLength(2)
  })

  test('goes on where it left off after it was stopped', async () => {
    const folder = temporaryFolder()
    const first = await startCore(folder, { options: { demo: { taskMs: 1500 } } })
    const demo = await first.call('connections.useDemo', null)
    await enqueue(first.call, demo.id, { n: 3 })
    await eventually(async () => (await demoPosts(first.ports.places.profile)).length === 3)
    await first.core.stop()
    const { call, ports } = await startCore(folder)
    await imagesSaved(call, 3)
    expect(new Set(await demoPosts(ports.places.profile)).size).toBe(3)
  })

  test('salvages a damaged database, keeps the old file and adopts the images on disk', async () => {
    const folder = temporaryFolder()
    const first = await startCore(folder)
    const demo = await first.call('connections.useDemo', null)
    await enqueue(first.call, demo.id, { n: 2 })
    const before = await imagesSaved(first.call, 2)
    await first.core.stop()
    const { profile } = first.ports.places
    const file = await open(join(profile, 'cyanotype.db'), 'r+')
    await file.write(Buffer.alloc(4096, 'x'), 0, 4096, 0)
    await file.close()

    const { call } = await startCore(folder)
    const after = await imagesSaved(call, 2)
    // Rows are numbered anew.
    const known = (images: typeof before) => images.map(({ number, ...image }) => image)
    expect(known(after)).toEqual(known(before))
    expect((await call('app.snapshot', null)).notices).toMatchObject([
      { error: { code: 'databaseSalvaged' }, dismissible: true },
    ])
    expect((await readdir(profile)).some((name) => name.startsWith('cyanotype.db.damaged-'))).toBe(true)
    await call('app.dismissNotice', { id: 'database' })
    expect((await call('app.snapshot', null)).notices).toEqual([])
  })

  test('exports what was chosen, to where the user chose', async () => {
    const folder = temporaryFolder()
    const { call, ports, events } = await startCore(folder)
    const demo = await call('connections.useDemo', null)
    await enqueue(call, demo.id)
    const [image] = await imagesSaved(call, 1)
    const what = { images: { ids: [image?.id ?? ''] } }
    expect(await call('exports.chooseFolder', { id: 'originals' })).toBeNull()
    ports.chosenFolder = join(folder, 'exports')
    await mkdir(ports.chosenFolder)
    await call('exports.chooseFolder', { id: 'originals' })
    const { plan } = await call('exports.plan', { what, recipeId: 'originals' })
    await call('exports.begin', { plans: [plan] })
    await eventually(async () => (await call('exports.current', null))?.stage === 'ended')
    expect(await call('exports.current', null)).toMatchObject({ written: 1, failed: [] })
    const { file, sha256 } = await call('images.details', { id: image?.id ?? '' })
    const [name = ''] = await readdir(ports.chosenFolder)
    expect(file.endsWith(name)).toBe(true)
    const bytes = await readFile(join(ports.chosenFolder, name))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(events.some(({ event }) => event === 'exports.changed')).toBe(true)
    await call('exports.reveal', null)
    expect(ports.opened).toEqual([ports.chosenFolder])
  })

  test('says that keys last for this session only once there is one', async () => {
    const { call } = await startCore(temporaryFolder(), { secrets: memorySecrets('unavailable') })
    expect((await call('app.snapshot', null)).notices).toEqual([])
    const typed = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: 'https://images.example' }
    await call('connections.save', { id: null, draft: typed, apiKey: 'sk-1' })
    expect((await call('app.snapshot', null)).notices).toMatchObject([{ error: { code: 'keychainMissing' } }])
  })
})
