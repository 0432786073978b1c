import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { memorySecrets } from '../../support/testPorts'
import { setUp, typed } from './connectionsHarness'

describe('a removed connection', () => {
  test('is no longer listed, but its tasks are polled until they end; then its key is removed', async () => {
    const { connections, addJob, endJob, keys, changes, clock } = setUp()
    connections.start()
    const { id } = await connections.save(null, typed, 'sk-1')
    addJob('j1', id, 'running')
    const frozen = connections.freeze(id)
    await connections.remove(id)
    expect(connections.list()).toEqual([])
    expect(connections.find(id)?.name).toBe('Studio')
    expect((await connections.resolve(id, frozen)).key).toBe('sk-1')
    endJob('j1')
    changes.announce('queue')
    clock.advance(10_000)
    await expect.poll(keys).toEqual([])
  })

  test('keeps its last key until its tasks end, because they may need it', async () => {
    const { connections, addJob, endJob, keys, changes, clock } = setUp()
    connections.start()
    const { id } = await connections.save(null, typed, 'sk-1')
    addJob('j1', id, 'saving')
    const frozen = connections.freeze(id)
    await connections.save(id, typed, 'sk-2')
    await connections.remove(id)
    expect(keys()).toEqual(['sk-1', 'sk-2'])
    expect((await connections.resolve(id, connections.freeze(id))).key).toBe('sk-2')
    expect(connections.hold(id, appError('keyRefused'), { polls: true, keyId: frozen.keyId })).toBe('past')
    expect((await connections.resolve(id, frozen, { withLatestKey: true })).key).toBe('sk-2')
    endJob('j1')
    changes.announce('queue')
    clock.advance(10_000)
    await expect.poll(keys).toEqual([])
  })

  test('keeps a refused key when there is no other', async () => {
    const first = setUp()
    const { id } = await first.connections.save(null, typed, 'sk-1')
    first.addJob('j1', id, 'running')
    const frozen = first.connections.freeze(id)
    await first.connections.save(id, typed, 'sk-2')
    const { keyId = '' } = await first.connections.resolve(id, first.connections.freeze(id))
    await first.connections.remove(id)
    // Someone removes the last one from the keychain.
    await first.secrets.remove(keyId)
    const next = setUp(first.secrets, first.db)
    const refuse = () =>
      next.connections.hold(id, appError('keyRefused'), { polls: true, keyId: frozen.keyId })
    expect(refuse()).toBe('past')
    expect((await next.connections.resolve(id, frozen, { withLatestKey: true })).key).toBe('sk-1')
    expect(refuse()).toBe('removed')
  })

  test('is never held, and any hold on it ends when it is removed', async () => {
    const { connections, addJob } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    addJob('j1', id, 'running')
    connections.setPaused(id, true)
    connections.hold(id, appError('keyRefused'), { polls: true })
    await connections.remove(id)
    expect(connections.find(id)).toMatchObject({ hold: null, paused: false })
    expect(connections.hold(id, appError('creditExhausted'), { polls: true })).toBe('removed')
    expect(connections.find(id)?.hold).toBeNull()
    connections.restore(id)
    expect(connections.list()).toMatchObject([{ id, hold: null, paused: false, keyState: 'keychain' }])
  })

  test('that is restored has its draft, and reports its key missing if it is', async () => {
    const { connections, db, secrets } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    const draft = {
      prompt: 'a boat',
      model: '',
      size: '',
      n: 1,
      mode: 'direct' as const,
      image: [],
      variables: {},
    }
    connections.writeDraft(id, draft)
    await connections.remove(id)
    expect(() => connections.writeDraft(id, draft)).toThrow('connectionMissing')
    connections.restore(id)
    connections.restore(id)
    expect(connections.list()).toMatchObject([{ id, name: 'Studio', keyState: 'missing' }])
    expect(connections.readDraft(id)).toEqual(draft)
    expect(setUp(secrets, db).connections.list()).toMatchObject([{ keyState: 'missing' }])
    expect((await connections.save(id, typed, 'sk-2')).keyState).toBe('keychain')
    expect(() => connections.restore('nobody')).toThrow('connectionMissing')
  })

  test('that is restored while its key is being removed is known to have none', async () => {
    const secrets = memorySecrets()
    let removing = () => {}
    const slow = {
      ...secrets,
      remove: async (account: string) => {
        await new Promise<void>((resolve) => {
          removing = resolve
        })
        await secrets.remove(account)
      },
    }
    const { connections } = setUp(slow)
    const { id } = await connections.save(null, typed, 'sk-1')
    const removed = connections.remove(id)
    expect(connections.list()).toEqual([])
    connections.restore(id)
    removing()
    await removed
    expect(connections.list()).toMatchObject([{ id, keyState: 'missing' }])
  })

  test('that was the demo is restored, not created again: otherwise its jobs would have no connection', async () => {
    const { connections, db } = setUp()
    const { id } = await connections.useDemo()
    connections.setPaused(id, true)
    await connections.remove(id)
    expect(await connections.useDemo()).toMatchObject({ id, kind: 'demo', paused: false, hold: null })
    expect(connections.list()).toHaveLength(1)
    expect(db.get('SELECT count(*) AS count FROM connections')).toEqual({ count: 1 })
  })

  test('without tasks loses its key at once', async () => {
    const { connections, keys } = setUp()
    const { id } = await connections.save(null, typed, 'sk-1')
    await connections.remove(id)
    expect(keys()).toEqual([])
  })
})
