import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { type RunningCore, startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { endOfJob } from './endOfJob'
import { picture } from './hostile/hostileService'
import { httpService } from './service/serviceHarness'

const half = picture.length >> 1

/** A service whose answer names one image; `onImage` is given each request for it, with its number from 1. */
const serviceOf = (onImage: (response: ServerResponse, count: number) => void) => {
  let count = 0
  return httpService((_request, response, { method }) => {
    if (method === 'POST') response.end(JSON.stringify({ created: 1, data: [{ url: '/1.png' }] }))
    else onImage(response, ++count)
  })
}

const serve = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture)
const refuse = (response: ServerResponse): void => void response.writeHead(410).end()

/** Serves the first half of an image, and the rest when it is told to. */
function slowImage() {
  let end = () => {}
  let isBegun = false
  return {
    isBegun: () => isBegun,
    end: () => end(),
    serve(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
      response.write(picture.subarray(0, half))
      isBegun = true
      end = () => void response.end(picture.subarray(half))
    },
  }
}

/** One of the profiles that save their images in one folder. */
const profileOf = (folder: string, name: string) =>
  startCore(join(folder, name), {
    prepare: async ({ places, preferences }) => {
      await mkdir(places.profile, { recursive: true })
      preferences.change({ libraryPath: join(folder, 'library') })
    },
  })

async function ask({ call }: RunningCore, { baseUrl }: { readonly baseUrl: string }): Promise<void> {
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl }
  const { id } = await call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await call('jobs.enqueue', { connectionId: id, draft: request, first: false })
}

/** The bytes of every image in a library. */
async function imagesIn(library: string): Promise<readonly Buffer[]> {
  const names = await readdir(library, { recursive: true })
  return Promise.all(
    names.filter((name) => name.endsWith('.png')).map((name) => readFile(join(library, name))),
  )
}

async function moveAway({ ports, call }: RunningCore, target: string): Promise<void> {
  await mkdir(target)
  ports.chosenFolder = target
  const plan = await call('library.planMove', null)
  await call('library.move', { plan: plan?.plan ?? 0 })
  await eventually(async () => (await call('app.snapshot', null)).move?.step === 'done', {
    what: 'the end of the move',
  })
}

const incomingOf = (folder: string) => join(folder, 'library', '.cyanotype', 'incoming')
const partsIn = async (folder: string) =>
  (await readdir(incomingOf(folder))).filter((name) => name.endsWith('.part'))

test('a library that one profile moves keeps what another one downloads, whose address works once', async () => {
  const folder = temporaryFolder()
  const slow = slowImage()
  const [mover, other] = [await profileOf(folder, 'mover'), await profileOf(folder, 'other')]
  await ask(mover, await serviceOf(serve))
  expect(await endOfJob(mover.call)).toMatchObject({ state: 'done', saved: 1 })

  await ask(
    other,
    await serviceOf((response, count) => (count === 1 ? slow.serve(response) : refuse(response))),
  )
  await eventually(async () => slow.isBegun() && (await partsIn(folder)).length === 1, {
    what: 'half an image',
  })
  await moveAway(mover, join(folder, 'target'))
  slow.end()
  expect(await endOfJob(other.call)).toMatchObject({ state: 'done', saved: 1, error: null })
  expect(await imagesIn(join(folder, 'library'))).toEqual([picture])
  expect(await imagesIn(join(folder, 'target'))).toEqual([picture])
})

test('before one profile moves the images of another away, which will miss them, it says so as the trash does', async () => {
  const folder = temporaryFolder()
  const [mover, other] = [await profileOf(folder, 'mover'), await profileOf(folder, 'other')]
  await ask(other, await serviceOf(serve))
  expect(await endOfJob(other.call)).toMatchObject({ state: 'done', saved: 1 })
  await mover.core.stop()
  const again = await profileOf(folder, 'mover')
  await eventually(async () => (await again.call('gallery.count', { text: '' })).total === 1, {
    what: 'the image of the other',
  })
  await mkdir(join(folder, 'target'))
  again.ports.chosenFolder = join(folder, 'target')
  expect(await again.call('library.planMove', null)).toMatchObject({ images: 1, isShared: true })
})

test('a library that one profile empties stays one for another, whose image is still to come', async () => {
  const folder = temporaryFolder()
  const [mover, other] = [await profileOf(folder, 'mover'), await profileOf(folder, 'other')]
  await ask(mover, await serviceOf(serve))
  expect(await endOfJob(mover.call)).toMatchObject({ state: 'done', saved: 1 })

  let answer = () => {}
  const late = await httpService((_request, response, { method }) => {
    if (method === 'POST')
      answer = () => void response.end(JSON.stringify({ created: 1, data: [{ url: '/1.png' }] }))
    else serve(response)
  })
  await ask(other, late)
  await eventually(() => late.received.length === 1, { what: 'the request' })
  await moveAway(mover, join(folder, 'target'))
  answer()
  expect(await endOfJob(other.call)).toMatchObject({ state: 'done', saved: 1, error: null })
  expect(await imagesIn(join(folder, 'library'))).toEqual([picture])
})

test('an image whose file vanishes before it is saved is fetched again, while its address lives', async () => {
  const folder = temporaryFolder()
  const slow = slowImage()
  const core = await profileOf(folder, 'one')
  await ask(
    core,
    await serviceOf((response, count) => (count === 1 ? slow.serve(response) : serve(response))),
  )
  await eventually(async () => slow.isBegun() && (await partsIn(folder)).length === 1)
  // All at once: the app may be writing there.
  await rename(incomingOf(folder), join(folder, 'gone'))
  slow.end()
  expect(await endOfJob(core.call)).toMatchObject({ state: 'done', saved: 1, error: null })
  expect(await imagesIn(join(folder, 'library'))).toEqual([picture])
})

test('an image whose file vanished, and whose address worked once, isn’t said to be expired', async () => {
  const folder = temporaryFolder()
  const slow = slowImage()
  const core = await profileOf(folder, 'one')
  await ask(
    core,
    await serviceOf((response, count) => (count === 1 ? slow.serve(response) : refuse(response))),
  )
  await eventually(async () => slow.isBegun() && (await partsIn(folder)).length === 1)
  // All at once: the app may be writing there.
  await rename(incomingOf(folder), join(folder, 'gone'))
  slow.end()
  const job = await endOfJob(core.call)
  expect(job).toMatchObject({ saved: 0, error: { code: 'imageVanished' } })
  expect(job.actions).toContain('retryDownload')
  expect(existsSync(incomingOf(folder))).toBe(true)
})
