import { AppFailure, appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { memorySecrets } from '../../support/testPorts'
import { setUp, typed } from './connectionsHarness'

describe('a saved connection', () => {
  test('is listed with everything that was typed, and its key is in the keychain only', async () => {
    const { connections, keys, db, changes } = setUp()
    const saved = await connections.save(null, typed, 'sk-1')
    expect(connections.list()).toEqual([saved])
    expect(saved).toEqual({
      ...typed,
      id: saved.id,
      kind: 'service',
      keyState: 'keychain',
      paused: false,
      hold: null,
      isTaskPathLearned: false,
      taught: [],
    })
    expect(keys()).toEqual(['sk-1'])
    expect(changes.revision('connections')).toBe(1)
    for (const table of ['connections', 'keys'])
      expect(JSON.stringify(db.all(`SELECT * FROM ${table}`))).not.toContain('sk-1')
  })

  test('keeps what was found out about its tasks with its origin, and what was typed in any case', async () => {
    const { connections } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const standing = () => {
      const { taskPath, isTaskPathLearned, taskOrigins } = connections.find(id) ?? expect.unreachable()
      return { taskPath, isTaskPathLearned, taskOrigins }
    }
    connections.learnTaskPath(id, '/v1/tasks/{id}')
    connections.allowTaskOrigin(id, 'https://tasks.example')
    const learned = { taskPath: '/v1/tasks/{id}', isTaskPathLearned: true }
    expect(standing()).toEqual({ ...learned, taskOrigins: ['https://tasks.example'] })
    const shown = { ...typed, ...standing() }
    await connections.save(id, { ...shown, name: 'Atelier' }, null)
    expect(standing()).toMatchObject(learned)

    await connections.save(id, { ...shown, baseUrl: 'https://elsewhere.example' }, 'sk-2')
    expect(standing()).toEqual({ taskPath: null, isTaskPathLearned: false, taskOrigins: [] })

    await connections.save(id, { ...typed, taskPath: '/typed/{id}' }, 'sk-3')
    connections.learnTaskPath(id, '/v1/tasks/{id}')
    connections.forgetTaskPath(id)
    expect(standing()).toMatchObject({ taskPath: '/typed/{id}', isTaskPathLearned: false })
  })

  test.each(['/v1/tasks', '//elsewhere.example/{id}', '/a/../{id}', '/{id}/of/{id}', '/v1/täglich/{id}'])(
    'does not learn a path that could not be typed: %s',
    async (path) => {
      const { connections, changes } = setUp()
      const { id } = await connections.save(null, typed, 'sk-1')
      connections.learnTaskPath(id, path)
      expect(connections.find(id)).toMatchObject({ taskPath: null, isTaskPathLearned: false })
      expect(changes.revision('connections')).toBe(1)
    },
  )

  test('keeps its key when something else about it changes', async () => {
    const { connections, keys } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const saved = await connections.save(id, { ...typed, name: 'Atelier', pathPrefix: '/v1' }, null)
    expect(saved).toMatchObject({ id, name: 'Atelier', pathPrefix: '/v1', keyState: 'keychain' })
    expect(keys()).toEqual(['sk-1'])
  })

  test('does not send its key to another origin', async () => {
    const { connections, keys } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const moved = await connections.save(id, { ...typed, baseUrl: 'https://elsewhere.example' }, null)
    expect(moved.keyState).toBe('missing')
    expect(keys()).toEqual([])
    await expect(connections.resolve(id, connections.freeze(id))).rejects.toMatchObject({
      error: { code: 'keyMissing' },
    })
  })

  test('keeps its origin while a job is unfinished', async () => {
    const { connections, addJob, endJob } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    addJob('j1', id, 'running')
    addJob('j2', id, 'queued')
    const move = () => connections.save(id, { ...typed, baseUrl: 'https://elsewhere.example' }, 'sk-2')
    await expect(move()).rejects.toMatchObject({ error: { code: 'originLocked', params: { jobs: 2 } } })
    expect(connections.find(id)?.baseUrl).toBe(typed.baseUrl)
    await connections.save(id, { ...typed, baseUrl: 'https://images.example/base' }, null)
    endJob('j1')
    endJob('j2')
    expect((await move()).baseUrl).toBe('https://elsewhere.example')
  })

  test('that does not exist can be neither saved nor removed', async () => {
    const { connections, keys } = setUp()
    const missing = { error: { code: 'connectionMissing' } }
    await expect(connections.save('nobody', typed, 'sk-1')).rejects.toMatchObject(missing)
    await expect(connections.remove('nobody')).rejects.toMatchObject(missing)
    await expect(
      connections.resolve('nobody', { origin: '', pathPrefix: '', keyId: null }),
    ).rejects.toMatchObject(missing)
    connections.start()
    await connections.save(null, typed, null)
    expect(keys()).toEqual([])
  })
})

describe('a key', () => {
  test('that was replaced still serves its running tasks until they end, then is removed', async () => {
    const { connections, addJob, endJob, keys, changes, clock } = setUp()
    connections.start()
    const { id } = await connections.save(null, typed, 'sk-1')
    addJob('j1', id, 'running')
    const frozen = connections.freeze(id)
    await connections.save(id, typed, 'sk-2')
    expect(keys()).toEqual(['sk-1', 'sk-2'])
    expect((await connections.resolve(id, frozen)).key).toBe('sk-1')
    expect((await connections.resolve(id, connections.freeze(id))).key).toBe('sk-2')

    endJob('j1')
    changes.announce('queue')
    clock.advance(10_000)
    await expect.poll(keys).toEqual(['sk-2'])
    expect((await connections.resolve(id, frozen)).key).toBe('sk-2')
  })

  test('that was refused gives way to a new one, which ends the hold, and is kept for its tasks', async () => {
    const { connections, addJob, keys } = setUp()
    const { id } = await connections.save(null, typed, 'sk-wrong')
    addJob('j1', id, 'running')
    const frozen = connections.freeze(id)
    connections.hold(id, appError('keyRefused'), { polls: true })
    expect((await connections.save(id, typed, null)).hold).not.toBeNull()
    expect((await connections.save(id, typed, 'sk-right')).hold).toBeNull()
    expect(keys()).toEqual(['sk-right', 'sk-wrong'])
    expect((await connections.resolve(id, frozen)).key).toBe('sk-wrong')
    expect((await connections.resolve(id, frozen, { withLatestKey: true })).key).toBe('sk-right')
  })

  test('that can’t be removed while the keychain is locked is removed by a later start', async () => {
    const first = setUp()
    const { id } = await first.connections.save(null, typed, 'sk-1')
    const locked = {
      ...memorySecrets('unavailable'),
      remove: () => Promise.reject(new AppFailure(appError('keychainLocked'))),
    }
    const away = setUp(locked, first.db)
    await away.connections.remove(id)
    expect(first.keys()).toEqual(['sk-1'])

    setUp(first.secrets, first.db).connections.start()
    await expect.poll(first.keys).toEqual([])
  })

  test('of an earlier session can be removed without a keychain', async () => {
    const first = setUp(memorySecrets('unavailable'))
    const { id } = await first.connections.save(null, typed, 'sk-1')
    const locked = {
      ...memorySecrets('unavailable'),
      remove: () => Promise.reject(new AppFailure(appError('keychainLocked'))),
    }
    const next = setUp(locked, first.db)
    await next.connections.remove(id)
    expect(first.db.all('SELECT id FROM keys')).toEqual([])
  })

  test('that was typed does not end a hold for another reason', async () => {
    const { connections } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    connections.hold(id, appError('creditExhausted'), { polls: false })
    expect((await connections.save(id, typed, 'sk-2')).hold?.error.code).toBe('creditExhausted')
  })

  test.each([
    'keyRefused',
    'keyMissing',
    'creditExhausted',
    'breakerTripped',
    'dailyCapReached',
    'imageHostPrivate',
  ] as const)('that was typed does not end a hold for crashed starts, though %s came later', async (code) => {
    const { connections } = setUp()
    const origin = 'https://10.0.0.1'
    const { id } = await connections.save(null, typed, 'sk-1')
    connections.hold(id, appError('startSendsHeld', { retry: 'paid' }), { polls: false })
    const polls = code === 'keyRefused'
    expect(connections.hold(id, appError(code, { params: { origin } }), { polls })).toBe('held')
    expect(connections.find(id)?.hold).toMatchObject({ error: { code: 'startSendsHeld' }, polls })
    connections.allowOrigin(id, origin)
    const saved = await connections.save(id, { ...typed, allowedOrigins: [origin] }, 'sk-2')
    expect(saved.hold?.error.code).toBe('startSendsHeld')
    connections.resume(id)
    expect(connections.find(id)?.hold).toBeNull()
  })

  test('kept for this session only is marked as such, and as missing in the next session', async () => {
    const first = setUp(memorySecrets('unavailable'))
    const { id } = await first.connections.save(null, typed, 'sk-1')
    expect(first.connections.find(id)?.keyState).toBe('session')

    const next = setUp(memorySecrets('unavailable'), first.db)
    expect(next.connections.find(id)?.keyState).toBe('missing')
    const later = setUp(memorySecrets('keychain'), first.db)
    expect(later.connections.find(id)?.keyState).toBe('missing')
    expect((await later.connections.save(id, typed, 'sk-2')).keyState).toBe('keychain')
  })

  test('that someone removed from the keychain is reported missing once that is known', async () => {
    const first = setUp()
    const { id } = await first.connections.save(null, typed, 'sk-1')
    const next = setUp(memorySecrets(), first.db)
    expect(next.connections.find(id)?.keyState).toBe('keychain')
    await expect(next.connections.resolve(id, next.connections.freeze(id))).rejects.toMatchObject({
      error: { code: 'keyMissing' },
    })
    expect(next.connections.find(id)?.keyState).toBe('missing')
    expect(next.changes.revision('connections')).toBe(1)
  })

  test('kept in a locked keychain gives way to one typed since, and is used again after the unlock', async () => {
    const first = setUp()
    const { id } = await first.connections.save(null, typed, 'sk-1')
    first.addJob('j1', id, 'running')
    const frozen = first.connections.freeze(id)

    const secrets = memorySecrets('locked', first.secrets.accounts)
    const next = setUp(secrets, first.db)
    await expect(next.connections.resolve(id, frozen)).rejects.toThrow('keychainLocked')
    await next.connections.save(id, typed, 'sk-2')
    expect((await next.connections.resolve(id, frozen)).key).toBe('sk-2')
    secrets.turn('keychain')
    next.connections.lookAtKeychain()
    await expect.poll(async () => (await next.connections.resolve(id, frozen)).key).toBe('sk-1')
  })

  test('that the keychain refuses to store changes nothing', async () => {
    const secrets = {
      ...memorySecrets(),
      set: () => Promise.reject(new Error('the keychain is locked')),
    }
    const { connections } = setUp(secrets)
    await expect(connections.save(null, typed, 'sk-1')).rejects.toThrow('locked')
    expect(connections.list()).toEqual([])
  })
})

describe('the proxy', () => {
  test('that is not found in time counts as no answer: nothing bypasses it, and nothing waits forever', async () => {
    const { connections, clock } = setUp()
    const { id } = await connections.save(null, { ...typed, baseUrl: 'https://silent.example' }, 'sk-1')
    const frozen = connections.freeze(id)
    const late = { error: { code: 'proxyRefused', retry: 'free', detail: { cause: 'ETIMEDOUT' } } }
    for (const resolve of [connections.resolve, connections.resolveKeyless]) {
      const resolving = expect(resolve(id, frozen)).rejects.toMatchObject(late)
      await expect.poll(clock.waiting).toBe(1)
      clock.advance(20_000)
      await resolving
    }
  })
})

describe('a test of typed settings', () => {
  test('uses the typed settings, through the proxy for its address', async () => {
    const { connections, tested } = setUp()
    await connections.test(null, { ...typed, baseUrl: 'https://proxied.example' }, 'sk-typed')
    expect(tested).toEqual([
      {
        baseUrl: 'https://proxied.example',
        pathPrefix: '/api/v1',
        key: 'sk-typed',
        proxy: 'http://proxy:3128',
      },
    ])
  })

  test('uses the stored key for the stored origin, and for no other', async () => {
    const { connections, tested } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    await connections.test(id, { ...typed, pathPrefix: '/v1' }, null)
    expect(tested).toMatchObject([{ key: 'sk-1', pathPrefix: '/v1' }])
    const other = { ...typed, baseUrl: 'https://elsewhere.example' }
    await expect(connections.test(id, other, null)).rejects.toMatchObject({ error: { code: 'keyMissing' } })
    await expect(connections.test(null, typed, null)).rejects.toMatchObject({ error: { code: 'keyMissing' } })
    expect(tested).toHaveLength(1)
  })
})

describe('the demo connection', () => {
  test('is created once, needs no key and leads to wherever the demo service listens now', async () => {
    const { connections, keys } = setUp()
    const demo = await connections.useDemo()
    expect(await connections.useDemo()).toEqual(demo)
    expect(demo).toMatchObject({ kind: 'demo', baseUrl: 'demo:', keyState: 'notNeeded' })
    expect(demo.models).toEqual(['aurora-2', 'aurora-2-fast', 'sketch-1'])
    expect(keys()).toEqual([])
    const frozen = connections.freeze(demo.id)
    expect(frozen).toEqual({ origin: 'demo:', pathPrefix: '/api/v1', keyId: null })
    expect(await connections.resolve(demo.id, frozen)).toEqual({
      baseUrl: 'http://127.0.0.1:4711',
      pathPrefix: '/api/v1',
      key: 'demo-key',
      proxy: null,
    })
    expect((await connections.resolveKeyless(demo.id, frozen)).key).toBeNull()
  })

  test('cannot be turned into another service', async () => {
    const { connections } = setUp()
    const { id } = await connections.useDemo()
    await expect(connections.save(id, typed, 'sk-1')).rejects.toMatchObject({ error: { code: 'notAllowed' } })
  })
})

describe('a hold', () => {
  test('lasts until it is released, and keeps stopping polls once it has', async () => {
    const { connections, clock } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const since = clock.now()
    connections.hold(id, appError('keyRefused'), { polls: true })
    clock.advance(1000)
    connections.hold(id, appError('creditExhausted'), { polls: false })
    expect(connections.find(id)?.hold).toEqual({ error: appError('creditExhausted'), since, polls: true })
    connections.resume(id)
    expect(connections.find(id)?.hold).toBeNull()
  })

  test('ends by its own cause only', async () => {
    const { connections } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const code = () => connections.find(id)?.hold?.error.code
    connections.hold(id, appError('dailyCapReached'), { polls: false })
    connections.release(id, 'refusal')
    connections.release(id, 'place')
    expect(code()).toBe('dailyCapReached')
    connections.hold(id, appError('keyRefused'), { polls: true })
    connections.hold(id, appError('dailyCapReached'), { polls: false })
    connections.release(id, 'cap')
    expect(code()).toBe('keyRefused')
    connections.release(id, 'refusal')
    expect(code()).toBeUndefined()
    // Only sends were refused: an answered poll shows nothing about that.
    connections.hold(id, appError('keyRefused'), { polls: false })
    connections.release(id, 'refusal')
    expect(code()).toBe('keyRefused')
  })

  test('that an earlier version stored lets the polls go on, unless the key was refused', async () => {
    const { connections, db } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const store = (hold: object) =>
      db.run('UPDATE connections SET hold_json = :hold', { hold: JSON.stringify(hold) })
    store({ error: appError('breakerTripped'), since: 1, polls: true })
    expect(connections.find(id)?.hold).toMatchObject({ polls: false })
    store({ error: appError('keyRefused'), since: 1, polls: true })
    expect(connections.find(id)?.hold).toMatchObject({ polls: true })
  })
})

describe('what a connection remembers', () => {
  test('is its draft', async () => {
    const { connections } = setUp()
    const { id } = await connections.save(null, typed, null)
    expect(connections.readDraft(id)).toBeNull()
    const draft = {
      prompt: 'a {{kind}} boat',
      model: '',
      size: '',
      n: null,
      mode: 'background' as const,
      image: [],
      variables: { kind: 'fast\nslow' },
    }
    connections.writeDraft(id, draft)
    connections.writeDraft(id, { ...draft, prompt: 'a ship' })
    expect(connections.readDraft(id)).toEqual({ ...draft, prompt: 'a ship' })
    expect(() => connections.writeDraft('nobody', draft)).toThrow('connectionMissing')
  })

  test('is how many jobs in a row ended in the same way', async () => {
    const { connections } = setUp()
    const { id } = await connections.save(null, typed, null)
    const counts = ['html', 'html', 'notFound', 'notFound', null, 'notFound'].map((kind) =>
      connections.countAlike(id, kind),
    )
    expect(counts).toEqual([1, 2, 1, 2, 0, 1])
  })
})
