import { AppFailure, appError } from '@shared/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { createDraftStore, emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const open = () => {
  const main = createMainStandIn()
  return { ...main, store: createDraftStore(createClient(main.bridge)) }
}

describe('the draft', () => {
  test('starts with the connection’s first model', async () => {
    const { store } = open()
    await store.open(demoConnection)
    expect(store.getState().draft).toEqual({ ...emptyDraft, model: 'demo-1' })
  })

  test('is written soon after the first of many changes, once', async () => {
    const { store, drafts, bridge } = open()
    await store.open(demoConnection)
    for (const prompt of ['a', 'a f', 'a fern']) {
      store.edit({ prompt })
      await vi.advanceTimersByTimeAsync(100)
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(drafts.get('demo')?.prompt).toBe('a fern')
    expect(bridge.inputs('drafts.write')).toHaveLength(1)
  })

  test('is written at once when asked', async () => {
    const { store, drafts } = open()
    await store.open(demoConnection)
    store.edit({ prompt: 'a fern' })
    await store.flush()
    expect(drafts.get('demo')?.prompt).toBe('a fern')
  })

  test('is retried until it is written', async () => {
    const { store, drafts, bridge } = open()
    await store.open(demoConnection)
    const write = vi.fn(() => null)
    write.mockImplementationOnce(() => {
      throw new AppFailure(appError('internal'))
    })
    bridge.answer('drafts.write', ({ connectionId, draft }) => {
      write()
      drafts.set(connectionId, draft)
      return null
    })
    store.edit({ prompt: 'a fern' })
    await store.flush()
    expect(drafts.has('demo')).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    expect(drafts.get('demo')?.prompt).toBe('a fern')
  })

  test('belongs to its connection, and a new connection takes over what is in the form', async () => {
    const { store, drafts } = open()
    await store.open(demoConnection)
    store.edit({ prompt: 'a fern' })
    await store.open(serviceConnection)
    expect(store.getState().draft).toMatchObject({ prompt: 'a fern', model: 'aurora-2' })

    store.edit({ prompt: 'a gull' })
    await store.open(demoConnection)
    expect(store.getState().draft.prompt).toBe('a fern')
    await store.flush()
    expect([drafts.get('demo')?.prompt, drafts.get('aurora')?.prompt]).toEqual(['a fern', 'a gull'])
  })

  test('keeps what is typed while it is being read', async () => {
    const { store, bridge, drafts } = open()
    drafts.set('demo', { ...emptyDraft, prompt: 'kept' })
    const reading = store.open(demoConnection)
    store.edit({ prompt: 'typed' })
    await reading
    expect(bridge.inputs('drafts.read')).toHaveLength(1)
    expect(store.getState().draft.prompt).toBe('typed')
  })

  test('is replaced as a whole by a fill, which is reported', async () => {
    const { store } = open()
    await store.open(demoConnection)
    const reused = { ...emptyDraft, prompt: 'again', model: 'demo-2', n: 2 }
    store.fill(reused)
    expect(store.getState()).toMatchObject({ draft: reused, fills: 1 })
  })
})
