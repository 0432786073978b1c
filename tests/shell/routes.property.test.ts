import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { appError, appErrorSchema } from '@shared/errors'
import { droppedChannel, requestChannel } from '@shared/ipc/bridge'
import { type RouteName, routes } from '@shared/ipc/contract'
import { connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { answerRequests } from '../../electron/shell/ipcTransport'
import { picture } from '../core/hostile/hostileService'
import { httpService } from '../core/service/serviceHarness'
import { filesBelow } from '../e2e/fixtures/profile'
import { eventually } from '../support/eventually'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { fitting, unfitting, type Words } from '../support/zodArbitrary'
import { ipcMain } from './electronStandIn'

/** Another can be given; fast-check prints it with what failed. */
const seed = Number(process.env.CYANOTYPE_FUZZ_SEED ?? 20_260_301)
const names = Object.keys(routes) as readonly RouteName[]
const origin = 'app://cyanotype'
/** Milliseconds: each of the inputs here is small. */
const answerMs = 15_000
const notAllowed = { ok: false, error: appError('notAllowed') }

const boats: SendableDraft = {
  prompt: 'a boat',
  model: 'aurora-2',
  size: '',
  n: 2,
  mode: 'background',
  image: [],
}

const answerSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: z.strictObject(appErrorSchema.shape) }),
])
type Answer = z.infer<typeof answerSchema>

/** A core with something of everything in it, behind the channels that the window speaks through. */
async function setUp() {
  const folder = temporaryFolder()
  const service = await httpService((request, response, { method, body }) => {
    if (method === 'GET') return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    const data = [{ url: `http://${request.headers.host}/picture.png`, status: 'completed' }]
    const { async = false } = JSON.parse(body)
    response.end(JSON.stringify(async ? { task_id: 't', status: 'completed', data } : { data }))
  })
  const { core, call, ports } = await startCore(folder)
  ports.chosenFolder = join(folder, 'chosen')
  ports.chosenFile = join(folder, 'birds.csv')
  ports.savedFile = join(folder, 'saved.csv')
  await writeFile(ports.chosenFile, 'prompt,n\na wren,1\n')

  const main = { origin }
  const contents = { mainFrame: main }
  answerRequests(Promise.resolve(core), { contents, origin })
  onTestFinished(() => ipcMain.handlers.clear())
  const ours = { sender: contents, senderFrame: main }
  const say =
    (channel: string) =>
    async (event: object, ...said: readonly unknown[]): Promise<Answer> => {
      // As messages go between processes: a copy.
      const handled = ipcMain.handlers.get(channel)?.(event, ...structuredClone(said))
      return answerSchema.parse(await handled)
    }

  const draft = { ...connectionDefaults, name: 'Studio', baseUrl: service.baseUrl }
  const { id: connectionId } = await call('connections.save', { id: null, draft, apiKey: 'sk-live-1234567' })
  const { batchId } = await call('jobs.enqueue', { connectionId, draft: boats, first: false })
  const images = await eventually(
    async () => {
      const ids = await call('gallery.ids', { text: '', from: 0, to: 9 })
      return ids.length === 2 ? ids : null
    },
    { what: 'two images' },
  )
  const { finished } = await call('queue.overview', { limit: 10 })
  const template = { name: 'Fern', prompt: 'a {{colour}} fern', variables: { colour: 'red\ngreen' } }
  const { id: templateId } = await call('prompts.saveTemplate', { ...template, replace: false })

  const words: Words = {
    mayBeSaid: (text) => !URL.canParse(text),
    words: [
      connectionId,
      batchId,
      templateId,
      ...images,
      ...finished.map(({ id }) => id),
      service.baseUrl,
      'http://127.0.0.1:1',
      `${service.baseUrl}/picture.png`,
      'https://127.0.0.1:1/history',
      '127.0.0.1:1',
      '/api/v1',
      '',
      '1024x1024',
      'a boat',
      'a {red|blue} {{colour}} fern',
      '{',
      'colour',
      'red\ngreen',
      '"a" AND b*',
      '%_',
      'prompt\tn\na goose\t2\n',
    ],
  }
  return {
    core,
    call,
    ports,
    folder,
    words,
    main,
    ours,
    request: say(requestChannel),
    drop: say(droppedChannel),
  }
}

type Studio = Awaited<ReturnType<typeof setUp>>

/** All that is on disk, and what the desktop was asked for. */
async function stateOf({ folder, ports }: Studio): Promise<string> {
  const { opened, offered, told, secrets, preferences } = ports
  const files: string[] = []
  for (const path of (await filesBelow(folder)).toSorted()) {
    const found = await stat(path, { bigint: true }).catch(() => null)
    if (found !== null) files.push(`${path} ${found.size} ${found.mtimeNs}`)
  }
  return JSON.stringify([files, opened, offered, told, [...secrets.accounts], preferences.read()])
}

/** What it is once what a start brings about is over: twice the same. */
async function quietState(studio: Studio): Promise<string> {
  let before = await stateOf(studio)
  return eventually(
    async () => {
      const now = await stateOf(studio)
      const isSame = now === before
      before = now
      return isSame ? now : null
    },
    { what: 'a core that rests' },
  )
}

/** Tries each route with so many inputs that `inputs` makes for it. */
async function eachRoute(
  inputs: (route: RouteName) => fc.Arbitrary<unknown>,
  numRuns: number,
  expectation: (route: RouteName, input: unknown) => Promise<void>,
): Promise<void> {
  for (const route of names) {
    const given = inputs(route).map((input) => ({ route, input }))
    await fc.assert(
      fc.asyncProperty(given, ({ input }) => expectation(route, input)),
      // Each input finds what the ones before it left: to try smaller ones would tell of another state.
      { numRuns, seed, endOnFailure: true, timeout: answerMs },
    )
  }
}

function expectFitting(route: RouteName, answer: Answer): void {
  if (!answer.ok) {
    expect(answer.error.code).not.toMatch(/^(internal|inputInvalid|notAllowed)$/)
    return
  }
  const { output }: { readonly output: z.ZodType } = routes[route]
  output.parse(answer.value)
  if (!isDeepStrictEqual(answer.value, JSON.parse(JSON.stringify(answer.value))))
    throw new Error(`${route} answers with what JSON does not carry`)
}

test('every route answers what fits it as the contract says, and meets no bug', async () => {
  const { request, ours, words, ports } = await setUp()
  await eachRoute(
    (route) => fitting(routes[route].input, words),
    12,
    async (route, input) => expectFitting(route, await request(ours, route, input)),
  )
  expect(ports.logger.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('every route refuses what does not fit it, and nothing is written', async () => {
  const studio = await setUp()
  const { request, ours, words } = studio
  const before = await quietState(studio)
  await eachRoute(
    (route) => unfitting(routes[route].input, words),
    30,
    async (route, input) =>
      expect(await request(ours, route, input)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } }),
  )
  expect(await stateOf(studio)).toBe(before)
})

const foreign: readonly ((studio: Studio) => object)[] = [
  ({ ours }) => ({ ...ours, senderFrame: null }),
  ({ ours }) => ({ ...ours, senderFrame: { origin } }),
  ({ ours, main }) => ({ ...ours, sender: { mainFrame: main } }),
  ({ ours }) => ({ ...ours, senderFrame: { origin: 'https://example.com' } }),
]

test('every route refuses a frame that is not our page, and nothing is written', async () => {
  const studio = await setUp()
  const { request, drop, words, ports } = studio
  const before = await quietState(studio)
  await eachRoute(
    (route) => fitting(routes[route].input, words),
    3,
    async (route, input) => {
      for (const frame of foreign) expect(await request(frame(studio), route, input)).toEqual(notAllowed)
    },
  )
  for (const frame of foreign) expect(await drop(frame(studio), ports.chosenFile, null)).toEqual(notAllowed)
  expect(await stateOf(studio)).toBe(before)
})

test('our page is no longer ours once it shows another one', async () => {
  const studio = await setUp()
  const { request, ours, main, words } = studio
  const before = await quietState(studio)
  main.origin = 'https://example.com'
  await eachRoute(
    (route) => fitting(routes[route].input, words),
    1,
    async (route, input) => expect(await request(ours, route, input)).toEqual(notAllowed),
  )
  expect(await stateOf(studio)).toBe(before)
})

test('a route that is not there is refused, whatever it is called', async () => {
  const studio = await setUp()
  const { request, ours } = studio
  const before = await quietState(studio)
  const called = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'app.snapshot ', 'APP.snapshot', 'app'),
    fc.anything(),
  )
  await fc.assert(
    fc.asyncProperty(called, fc.anything(), async (route, input) => {
      expect(await request(ours, String(route), input)).toEqual(notAllowed)
      if (typeof route !== 'string') expect(await request(ours, route, input)).toEqual(notAllowed)
    }),
    { seed, numRuns: 200 },
  )
  expect(await stateOf(studio)).toBe(before)
})

test('a dropped file is opened only with what fits', async () => {
  const studio = await setUp()
  const { drop, ours, words, ports } = studio
  const { input } = routes['tables.open']
  await fc.assert(
    fc.asyncProperty(fitting(input, words), async (origin) =>
      expectFitting('tables.open', await drop(ours, ports.chosenFile, origin)),
    ),
    { seed, numRuns: 10, endOnFailure: true },
  )
  await fc.assert(
    fc.asyncProperty(fc.anything(), unfitting(input, words), async (path, origin) => {
      expect(await drop(ours, path, origin)).toMatchObject({ ok: false })
      expect(await drop(ours, ports.chosenFile, origin)).toMatchObject({ ok: false })
    }),
    { seed, numRuns: 100 },
  )
})
