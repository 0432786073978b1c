import '../support/tellingProperties'
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
import type { Clock } from '../../electron/core/ports'
import { answerRequests } from '../../electron/shell/ipcTransport'
import { cases } from '../../scripts/testRun/cases'
import { picture } from '../core/hostile/hostileService'
import { httpService } from '../core/service/serviceHarness'
import { filesBelow } from '../e2e/fixtures/profile'
import { eventually } from '../support/eventually'
import { realClock } from '../support/fakeClock'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import type { TestPorts } from '../support/testPorts'
import { fitting, unfitting, type Words } from '../support/zodArbitrary'
import { ipcMain } from './electronStandIn'

/** Another seed can be set; fast-check prints the one that failed. */
const seed = Number(process.env.CYANOTYPE_FUZZ_SEED ?? 20_260_301)
const names = Object.keys(routes) as readonly RouteName[]

const origin = 'app://cyanotype'
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

/** Routes that no field calls by name. */
const words = (baseUrl: string): readonly string[] => [
  baseUrl,
  'http://127.0.0.1:1',
  `${baseUrl}/picture.png`,
  'https://127.0.0.1:1/history',
  '127.0.0.1:1',
  '/api/v1',
  '/v1/tasks/{id}',
  '',
  '1024x1024',
  'a boat',
  'a {red|blue} {{colour}} fern',
  '{',
  'colour',
  'red\ngreen',
  '"a" AND b*',
  '%_',
  'model:aurora -"a boat" size:>1',
  'prompt\tn\na goose\t2\n',
  'index-x1.js:12:345',
  'fe07',
  '#ffffff',
]

/** Bugs of the core in its log, where the bugs of a window are written too. */
const bugsOf = ({ logger }: TestPorts) =>
  logger.lines.filter(({ level, event }) => level === 'error' && event !== 'page.fault')

/** The computer's clock, on which nothing comes that is further off: a daily copy would be a change of what is on disk. */
const nearClock: Clock = {
  ...realClock,
  after: (ms, callback) => (ms < 30_000 ? realClock.after(ms, callback) : () => {}),
}

/** A core with some data of every kind, behind the channels that the window uses. */
async function setUp() {
  const folder = temporaryFolder()
  const service = await httpService((request, response, { method, body }) => {
    if (method === 'GET') return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    const data = [{ url: `http://${request.headers.host}/picture.png`, status: 'completed' }]
    const { async = false } = JSON.parse(body)
    response.end(JSON.stringify(async ? { task_id: 't', status: 'completed', data } : { data }))
  })
  const { core, call, ports } = await startCore(folder, { clock: nearClock })
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
      // Messages between processes are copies.
      const handled = ipcMain.handlers.get(channel)?.(event, ...structuredClone(said))
      return answerSchema.parse(await handled)
    }

  const studio = { ...connectionDefaults, name: 'Studio', baseUrl: service.baseUrl }
  const fern = { name: 'Fern', prompt: 'a {{colour}} fern', variables: { colour: 'red\ngreen' } }

  /** Recreates what a route may refer to, in case an earlier input removed it. */
  async function prepare(route: RouteName): Promise<Words> {
    const connect = () => call('connections.save', { id: null, draft: studio, apiKey: 'sk-live-1234567' })
    const [kept] = (await call('app.snapshot', null)).connections.filter(({ kind }) => kind === 'service')
    let connectionId = kept?.id ?? (await connect()).id
    const shown = async () =>
      (await call('gallery.page', { text: '', offset: 0, limit: 10 })).rows.map(({ id }) => id)
    let images = await shown()
    if (images.length === 0) {
      // An input derived from the old one, for example its cap, may hold images back.
      connectionId = (await connect()).id
      await call('queue.resume', null)
      await call('jobs.enqueue', { connectionId, draft: boats, first: true })
      images = await eventually(
        async () => {
          const ids = await shown()
          return ids.length > 0 ? ids : null
        },
        { what: 'an image' },
      )
    }
    await call('queue.pause', null)
    const { batchId } = await call('jobs.enqueue', { connectionId, draft: boats, first: true })
    const { rows: waiting } = await call('queue.waiting', { batchId, offset: 0, limit: 10 })
    const jobs = [...waiting, ...(await call('queue.overview', { limit: 3 })).finished].map(({ id }) => id)
    const { id: templateId } = await call('prompts.saveTemplate', { ...fern, replace: true })
    if (route.startsWith('tables.')) await openTable(connectionId, batchId)
    const fromTable =
      route === 'tables.writeBack'
        ? [(await call('tables.enqueue', { onlyRight: true, first: false })).batchId]
        : []
    const domain = route.slice(0, route.indexOf('.'))
    const own = { jobs, images, batches: [batchId], prompts: [templateId], connections: [connectionId] }
    const ids = Object.entries(own).find(([name]) => name === domain)?.[1] ?? []
    return {
      mayBeSaid: (text) => !URL.canParse(text),
      ofField: {
        connectionId: [connectionId],
        batchId: [batchId, ...fromTable],
        id: ids,
        ids,
        imageIds: images,
      },
      words: [connectionId, batchId, templateId, ...images, ...jobs, ...words(service.baseUrl)],
    }
  }

  /** Rows that were queued before are known and left out: `fresh` makes these different. */
  async function openTable(connectionId: string, fresh: string): Promise<void> {
    const { prompt: _, ...defaults } = boats
    const text = `prompt\tn\na goose ${fresh}\t2\n{x|y}\tz\n`
    await call('tables.paste', { text, connectionId, defaults })
    await eventually(async () => (await call('tables.current', null))?.stage === 'ready', {
      what: 'a table that is ready',
    })
  }

  return {
    core,
    call,
    ports,
    folder,
    prepare,
    main,
    ours,
    request: say(requestChannel),
    drop: say(droppedChannel),
  }
}

type Studio = Awaited<ReturnType<typeof setUp>>

/** Everything on disk, and the requests made to the desktop. */
async function stateOf({ folder, ports }: Studio): Promise<string> {
  const { opened, offered, told, secrets, preferences } = ports
  const files: string[] = []
  for (const path of (await filesBelow(folder)).toSorted()) {
    const found = await stat(path, { bigint: true }).catch(() => null)
    if (found !== null) files.push(`${path} ${found.size} ${found.mtimeNs}`)
  }
  return JSON.stringify([files, opened, offered, told, [...secrets.accounts], preferences.read()])
}

/** Its value once everything that a start triggers is over: no job runs, and it is the same twice in a row. */
async function quietState(studio: Studio): Promise<string> {
  let before = await stateOf(studio)
  return eventually(
    async () => {
      const now = await stateOf(studio)
      const isSame = now === before
      before = now
      const { counts } = await studio.call('queue.overview', { limit: 1 })
      return isSame && counts.running === 0 ? now : null
    },
    { what: 'a core that rests' },
  )
}

type Inputs = (schema: z.ZodType, words: Words) => fc.Arbitrary<unknown>

/** Tries each route with this many inputs. */
async function eachRoute(
  wordsOf: (route: RouteName) => Words | Promise<Words>,
  inputs: Inputs,
  numRuns: number,
  expectation: (route: RouteName, input: unknown) => Promise<void>,
): Promise<void> {
  for (const route of names) {
    const given = inputs(routes[route].input, await wordsOf(route)).map((input) => ({ route, input }))
    await fc.assert(
      fc.asyncProperty(given, ({ input }) => expectation(route, input)),
      // Each input depends on the state the earlier ones left: shrinking it would test a different state.
      { numRuns, seed, endOnFailure: true },
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

test('every route answers valid input as the contract says, and meets no bug', async () => {
  const { request, ours, prepare, ports } = await setUp()
  await eachRoute(prepare, fitting, cases(8, 60), async (route, input) =>
    expectFitting(route, await request(ours, route, input)),
  )
  expect(bugsOf(ports)).toEqual([])
})

test('routes called at the same time each answer as if they were alone', async () => {
  const { request, ours, prepare, ports } = await setUp()
  const words = await prepare('tables.enqueue')
  const anyCall = fc.oneof(
    ...names.map((route) => fitting(routes[route].input, words).map((input) => ({ route, input }))),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 3, maxLength: 8 }), async (calls) => {
      const answers = await Promise.all(calls.map(({ route, input }) => request(ours, route, input)))
      for (const [at, answer] of answers.entries()) expectFitting(calls[at]?.route ?? 'app.snapshot', answer)
    }),
    { numRuns: cases(30, 300), seed, endOnFailure: true },
  )
  expect(bugsOf(ports)).toEqual([])
})

test('every route refuses invalid input, and nothing is written', async () => {
  const studio = await setUp()
  const { request, ours, prepare } = studio
  const words = await prepare('tables.current')
  const before = await quietState(studio)
  await eachRoute(
    () => words,
    unfitting,
    cases(20, 200),
    async (route, input) => {
      const answer = await request(ours, route, input)
      expect(answer).toMatchObject({ ok: false, error: { code: 'inputInvalid' } })
    },
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
  const { request, drop, prepare, ports } = studio
  const words = await prepare('tables.current')
  const before = await quietState(studio)
  await eachRoute(
    () => words,
    fitting,
    3,
    async (route, input) => {
      for (const frame of foreign) expect(await request(frame(studio), route, input)).toEqual(notAllowed)
    },
  )
  for (const frame of foreign) expect(await drop(frame(studio), ports.chosenFile, null)).toEqual(notAllowed)
  expect(await stateOf(studio)).toBe(before)
})

test('our page is no longer trusted once it shows another one', async () => {
  const studio = await setUp()
  const { request, ours, main, prepare } = studio
  const words = await prepare('tables.current')
  const before = await quietState(studio)
  main.origin = 'https://example.com'
  await eachRoute(
    () => words,
    fitting,
    1,
    async (route, input) => {
      expect(await request(ours, route, input)).toEqual(notAllowed)
    },
  )
  expect(await stateOf(studio)).toBe(before)
})

test('an unknown route is refused, whatever its name', async () => {
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

test('a dropped file is opened only with valid input', async () => {
  const studio = await setUp()
  const { drop, ours, prepare, ports } = studio
  const words = await prepare('tables.open')
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
