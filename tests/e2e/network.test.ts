import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { traceAbsence } from '../support/systemCalls'
import { expect, type RunningApp, test } from './fixtures/app'
import { networkCalls } from './fixtures/networkTrace'
import { packetLogAbsence, startPacketLog } from './fixtures/packetLog'
import { galleryOf } from './fixtures/regions'
import type { ScriptedService } from './fixtures/scriptedService'
import { connectByDialog, generate } from './fixtures/steps'

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  server.close()
  await once(server, 'close')
  return address.port
}

/** Everything that the app uses the network for, with the user's own service. */
async function useService(app: RunningApp, service: ScriptedService): Promise<void> {
  const { page, ask } = app
  const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.url }
  expect(await ask('connections.test', { id: null, draft, apiKey: service.key })).toEqual({
    outcome: 'reached',
  })
  await connectByDialog(page, service)
  await generate(page, { prompt: 'A heron' })
  await expect(galleryOf(page).tile('A heron', 1, 1, 'saved')).toBeVisible()
  await generate(page, { prompt: 'A crane', images: 2, mode: 'Direct' })
  await expect(galleryOf(page).tiles('A crane', 'saved')).toHaveCount(2)
  const [{ id: connectionId = '' } = {}] = (await ask('app.snapshot', null)).connections
  const [{ id = '' } = {}] = (await ask('gallery.page', { text: 'heron', offset: 0, limit: 1 })).rows
  const { url } = await ask('images.source', { id })
  await ask('references.preview', { connectionId, url: url ?? '' })
  await ask('references.closePreview', null)
}

/** Images of the demo service, through a table. */
async function useDemo({ page, ask }: RunningApp): Promise<void> {
  const { id: connectionId } = await ask('connections.useDemo', null)
  const defaults = { model: 'sketch-1', size: '', n: 1, mode: 'background' as const, image: [] }
  await ask('tables.paste', { text: 'prompt\tn\nA goose\t1\nA swan\t1\n', connectionId, defaults })
  await expect.poll(async () => (await ask('tables.current', null))?.stage).toBe('ready')
  await ask('tables.enqueue', { onlyRight: true, first: false })
  for (const prompt of ['A goose', 'A swan'])
    await expect(galleryOf(page).tile(prompt, 1, 1, 'saved')).toBeVisible()
}

test('the app’s processes use no addresses except those the user asked for', async ({
  launch,
  profile,
  serve,
}) => {
  const absence = traceAbsence()
  if (absence !== null) console.warn(`The network of the app is not traced: ${absence}`)
  test.skip(absence !== null, absence ?? '')
  const logAbsence = packetLogAbsence()
  if (logAbsence !== null) console.warn(`What goes over the wire is not logged: ${logAbsence}`)
  const packets = logAbsence === null ? await startPacketLog() : null

  const port = await freePort()
  const demo = `127.0.0.1:${port}`
  const service = await serve({ key: 'sk-1' })
  const studio = new URL(service.url).host
  const traceFile = join(profile.folder, '..', 'network.trace')
  await mkdir(profile.exports, { recursive: true })
  const app = await launch(profile, { traceFile, demo: { port } })
  const { pid = 0 } = app.electron.process()
  await useService(app, service)
  await useDemo(app)
  await app.answerOpenDialogs(profile.exports)
  const images = await app.ask('gallery.select', { text: '', batchId: null, from: null, to: null })
  const ids = 'ids' in images ? images.ids : []
  await app.ask('exports.chooseFolder', { id: 'web' })
  const { plan } = await app.ask('exports.plan', { what: { images: { ids } }, recipeId: 'web' })
  await app.ask('exports.begin', { plans: [plan] })
  await expect
    .poll(() => app.ask('exports.current', null))
    .toMatchObject({ stage: 'ended', written: 5, failed: [] })
  await app.quit()

  const calls = await networkCalls(traceFile, pid)
  const outward = calls.filter(({ call }) => call !== 'bind').map(({ address }) => address)
  expect([...new Set(outward)].toSorted()).toEqual([studio, demo].toSorted())
  // Only the demo service and what drives this test listen, and only for this computer.
  const hosts = calls.filter(({ call }) => call === 'bind').map(({ address }) => address.replace(/:\d+$/, ''))
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
  const opened = await packets?.stop()
  if (opened !== undefined)
    for (const address of [studio, demo])
      expect(opened(address)).toBe(outward.filter((one) => one === address).length)
})
