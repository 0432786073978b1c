import { AppFailure, appError } from '@shared/errors'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { appErrorOf } from '../../../renderer/client/failure'
import { openAppStore } from '../../../renderer/stores/appStore'
import { createFakeBridge } from '../../support/fakeBridge'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'

describe('the client', () => {
  test('returns the value of an answer', async () => {
    const client = createClient(
      createFakeBridge({ 'jobs.act': ({ ids }) => ({ done: ids.length, press: null }) }),
    )
    expect(await client.call('jobs.act', { ids: ['a', 'b'], action: 'cancel' })).toEqual({
      done: 2,
      press: null,
    })
  })

  test('throws the failure of an answer', async () => {
    const error = appError('originLocked', { retry: 'no' })
    const bridge = createFakeBridge({
      'queue.pause': () => {
        throw new AppFailure(error)
      },
    })
    const thrown = await createClient(bridge)
      .call('queue.pause', null)
      .catch((cause: unknown) => cause)
    expect(appErrorOf(thrown)).toEqual(error)
  })

  test('treats an answer of another shape as a bug of ours', async () => {
    const client = createClient({
      request: async () => 'hello',
      openDropped: async () => 'hello',
      bringDropped: async () => 'hello',
      subscribe: () => () => undefined,
    })
    const thrown = await client.call('queue.pause', null).catch((cause: unknown) => cause)
    expect(appErrorOf(thrown).code).toBe('internal')
  })

  test('passes on the events asked for until it is disposed', () => {
    const bridge = createFakeBridge({})
    const listener = vi.fn()
    const dispose = createClient(bridge).on('queue.changed', listener)
    bridge.emit('queue.changed', { revision: 4 })
    bridge.emit('gallery.changed', { revision: 5 })
    dispose()
    bridge.emit('queue.changed', { revision: 6 })
    expect(listener.mock.calls).toEqual([[{ revision: 4 }]])
  })

  test('subscribes to the bridge once, however many listeners there are', () => {
    const bridge = createFakeBridge({})
    const subscribe = vi.fn(bridge.subscribe)
    const client = createClient({ ...bridge, subscribe })
    const listeners = Array.from({ length: 20 }, () => vi.fn())
    for (const listener of listeners) client.on('queue.changed', listener)
    client.on('gallery.changed', () => undefined)
    bridge.emit('queue.changed', { revision: 4 })
    expect(subscribe).toHaveBeenCalledOnce()
    for (const listener of listeners) expect(listener).toHaveBeenCalledExactlyOnceWith({ revision: 4 })
  })

  test('reports a listener that throws, and passes the event on to the others', () => {
    const bridge = createFakeBridge({})
    const client = createClient(bridge)
    const fault = new Error('a listener')
    const report = vi.spyOn(globalThis, 'reportError')
    onTestFinished(() => report.mockRestore())
    const listener = vi.fn()
    client.on('queue.changed', () => {
      throw fault
    })
    client.on('queue.changed', listener)
    bridge.emit('queue.changed', { revision: 4 })
    expect(listener).toHaveBeenCalledExactlyOnceWith({ revision: 4 })
    expect(report).toHaveBeenCalledExactlyOnceWith(fault)
  })
})

describe('the app’s state', () => {
  test('does not lose an event that comes before the snapshot', async () => {
    const { bridge } = createMainStandIn({ connections: [] })
    const opening = openAppStore(createClient(bridge))
    bridge.emit('connections.changed', [serviceConnection])
    const store = await opening
    expect(store.getState().connections).toEqual([serviceConnection])
  })
})
