import { type AppError, AppFailure, appError } from '@shared/errors'
import { type RouteName, routes } from '@shared/ipc/contract'
import { describe, expect, test } from 'vitest'
import { createGuard } from '../../electron/core/guard'
import type { Handlers } from '../../electron/core/ipc/handlers'
import { createRouter } from '../../electron/core/ipc/router'
import { createTaskWatch } from '../../electron/core/taskWatch'
import { createTurnShare } from '../../electron/core/turnShare'
import { createFakeClock, realClock } from '../support/fakeClock'
import { testDatabase } from '../support/testDatabase'
import { memoryLogger } from '../support/testPorts'

const connection = {
  name: 'Studio',
  baseUrl: 'https://images.example',
  pathPrefix: '/api/v1',
  models: [],
  prices: {},
  dailyCap: null,
  pageUrl: '',
  fullBackground: false,
  extra: { background: [], direct: [] },
  idempotencyKey: true,
  proxyResolves: false,
  allowedOrigins: [],
  taskPath: null,
  taskOrigins: [],
  directSlots: 4,
  backgroundSlots: 20,
  pollsPerSecond: 10,
}
const draft = { prompt: 'a boat', model: 'aurora-2', size: '', n: 1, mode: 'background', image: [] }

/** Handlers that all end the same way; the router must not care which it calls. */
function everyHandler(end: () => never): Handlers {
  return new Proxy({} as Handlers, { get: () => end })
}

function setUp(end: () => never = () => expect.unreachable('a handler was called')) {
  const logger = memoryLogger()
  const told: (AppError | null)[] = []
  const guard = createGuard({
    clock: createFakeClock(),
    logger,
    probe: () => {},
    onStorage: (error) => told.push(error),
  })
  const share = createTurnShare({ clock: realClock })
  return { logger, told, guard, router: createRouter(everyHandler(end), { guard, share }) }
}

describe('a request', () => {
  test('that was under way when the app ended is told so', async () => {
    const { router, guard, told } = setUp(() => {
      guard.stop()
      throw new TypeError('The database connection is not open')
    })
    expect(await router.handle('queue.tryNow', null)).toEqual({ ok: false, error: appError('quitting') })
    expect(told).toEqual([])
  })

  test.each(['no.such.route', '', '__proto__', 'toString'])(
    'for a route %j that does not exist is refused',
    async (route) => {
      expect(await setUp().router.handle(route, null)).toEqual({ ok: false, error: appError('notAllowed') })
    },
  )

  test.each<[RouteName, unknown]>([
    ['app.snapshot', { path: '/etc/passwd' }],
    ['images.reveal', { id: 7 }],
    ['images.delete', { ids: [] }],
    ['images.writeNote', { id: 'a', note: 'x'.repeat(10_001) }],
    ['images.mark', { selection: { ids: ['a'] }, change: { flag: 'best' } }],
    ['images.mark', { selection: { ids: ['a'] }, change: { flag: null, rating: 2 } }],
    ['jobs.act', { ids: ['a'], action: 'explode' }],
    ['queue.overview', { limit: 501 }],
    ['gallery.page', { text: '', offset: -1, limit: 10 }],
    ['preferences.change', { composeWidth: 'wide' }],
    ['exports.plan', { what: { images: 'a' }, recipeId: 'web' }],
  ])('for %s with an invalid input never reaches a handler', async (route, input) => {
    const answer = await setUp().router.handle(route, input)
    expect(answer).toMatchObject({ ok: false, error: { code: 'inputInvalid' } })
  })

  test.each([
    ['name', { ...connection, name: ' ' }, 'nameEmpty'],
    ['baseUrl', { ...connection, baseUrl: 'images.example' }, 'baseUrlInvalid'],
    ['baseUrl', { ...connection, baseUrl: 'http://images.example' }, 'baseUrlInsecure'],
    ['pathPrefix', { ...connection, pathPrefix: '/a b' }, 'pathPrefixInvalid'],
    ['pageUrl', { ...connection, pageUrl: 'javascript:1' }, 'pageUrlInvalid'],
    ['directSlots', { ...connection, directSlots: 0 }, 'inputInvalid'],
  ])('to save a connection names the invalid field %s and the reason', async (field, typed, code) => {
    const input = { id: null, draft: typed, apiKey: null }
    const answer = await setUp().router.handle('connections.save', input)
    expect(answer).toEqual({ ok: false, error: appError('inputInvalid', { params: { field, code } }) })
  })

  test.each([
    ['prompt', { ...draft, prompt: ' \n' }, 'promptEmpty'],
    ['model', { ...draft, model: '' }, 'modelEmpty'],
    ['size', { ...draft, size: '0x10' }, 'sizeInvalid'],
    ['n', { ...draft, n: 0 }, 'countInvalid'],
    ['image.1', { ...draft, image: ['https://a.example/1.png', 'file:///etc/passwd'] }, 'referenceInvalid'],
  ])('to queue a draft names the invalid field %s and the reason', async (field, typed, code) => {
    const input = { connectionId: 'c', draft: typed, first: false }
    const answer = await setUp().router.handle('jobs.enqueue', input)
    expect(answer).toEqual({ ok: false, error: appError('inputInvalid', { params: { field, code } }) })
  })

  test('that fails as expected is answered with the failure', async () => {
    const error = appError('originLocked', { params: { jobs: 3 } })
    const { router, logger } = setUp(() => {
      throw new AppFailure(error)
    })
    expect(await router.handle('connections.remove', { id: 'c' })).toEqual({ ok: false, error })
    expect(logger.lines).toEqual([])
  })

  test('that hits a bug is answered with “internal”; the log names the place but not the message', async () => {
    const { router, logger } = setUp(() => {
      throw new TypeError('no match for "a prompt with sk-secret-key"')
    })
    expect(await router.handle('connections.remove', { id: 'c' })).toEqual({
      ok: false,
      error: appError('internal'),
    })
    expect(logger.lines).toMatchObject([
      { level: 'error', event: 'ipc.failed', fields: { route: 'connections.remove', name: 'TypeError' } },
    ])
    expect(JSON.stringify(logger.lines)).toContain('router.test.ts')
    expect(JSON.stringify(logger.lines)).not.toContain('sk-secret-key')
  })
})

describe('requests that take long', () => {
  function busyRouter(ms: number) {
    let now = 0
    let answered = 0
    const handler = () => {
      now += ms
      answered += 1
      throw new AppFailure(appError('quitting'))
    }
    const { guard, logger } = setUp()
    const tasks = createTaskWatch({ now: () => now, logger })
    const share = createTurnShare({ clock: { ...realClock, monotonic: () => now } })
    const router = createRouter(everyHandler(handler), { guard, share, tasks })
    return { router, tasks, answered: () => answered }
  }

  test('don’t share a turn of the loop', async () => {
    const { router, answered } = busyRouter(10)
    await router.handle('queue.tryNow', null)
    const second = router.handle('queue.tryNow', null)
    await new Promise<void>((resolve) => process.nextTick(resolve))
    expect(answered()).toBe(1)
    await second
    expect(answered()).toBe(2)
  })

  test('are counted by the names of their routes', async () => {
    const { router, tasks } = busyRouter(60)
    await router.handle('queue.tryNow', null)
    tasks.cameRound(0)
    expect(tasks.counts()).toMatchObject([{ name: 'route queue.tryNow', ms: 60, times: 1 }])
  })
})

describe('a request on a full disk', () => {
  test('is answered with the cause, and the user is notified', async () => {
    const db = testDatabase()
    db.get('PRAGMA query_only = ON')
    const { router, told } = setUp(() => {
      db.run('UPDATE queue_state SET paused = 1')
      throw new Error('it could be written')
    })
    const error = { code: 'storageUnwritable', retry: 'free' }
    expect(await router.handle('queue.pause', null)).toMatchObject({ ok: false, error })
    expect(told).toMatchObject([error])
  })
})

describe('the contract', () => {
  test.each(Object.keys(routes))('names %s as a domain and a verb', (route) => {
    expect(route).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/)
  })
})
