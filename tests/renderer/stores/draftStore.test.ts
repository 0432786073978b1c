import { AppFailure, appError } from '@shared/errors'
import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { createDraftStore, type DraftStore, emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'

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

  test('has all other fields of its own if the user types while it is being read', async () => {
    const { store, drafts } = open()
    const first = store.open(demoConnection)
    store.edit({ prompt: 'typed' })
    await first
    const typed = { ...emptyDraft, prompt: 'typed', model: 'demo-1' }
    expect(store.getState().draft).toEqual(typed)
    await store.flush()
    expect(drafts.get('demo')).toEqual(typed)

    drafts.set('aurora', { ...emptyDraft, prompt: 'own', model: 'aurora-3', size: '512x512' })
    const second = store.open(serviceConnection)
    store.edit({ n: 3 })
    await second
    const shown = { ...emptyDraft, prompt: 'own', model: 'aurora-3', size: '512x512', n: 3 }
    expect(store.getState().draft).toEqual(shown)
    await store.flush()
    expect(drafts.get('aurora')).toEqual(shown)
  })

  test('is never taken from another connection’s form, however soon the user goes on and comes back', async () => {
    const { store, bridge, drafts } = open()
    const own = { ...emptyDraft, prompt: 'own', model: 'demo-2', n: 7 }
    drafts.set('demo', own)
    await store.open(serviceConnection)
    const answers: (() => void)[] = []
    bridge.answer('drafts.read', async ({ connectionId }) => {
      const read = drafts.get(connectionId) ?? null
      await new Promise<void>((resolve) => answers.push(resolve))
      return read
    })
    void store.open(demoConnection)
    store.edit({ size: '512x512' })
    await store.flush()
    expect(drafts.get('demo')).toEqual(own)

    void store.open(serviceConnection)
    const back = store.open(demoConnection)
    await vi.advanceTimersByTimeAsync(0)
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    const shown = { ...own, size: '512x512' }
    expect(store.getState()).toMatchObject({ draft: shown, isReading: false })
    store.edit({ n: 8 })
    for (const answer of answers) answer()
    await back
    await store.flush()
    expect([store.getState().draft, drafts.get('demo')]).toEqual([
      { ...shown, n: 8 },
      { ...shown, n: 8 },
    ])
  })

  test('is what it is filled with, also while it is being read', async () => {
    const { store, drafts } = open()
    drafts.set('demo', { ...emptyDraft, size: '512x512', extra: [{ name: 'seed', value: '1' }] })
    const reading = store.open(demoConnection)
    const reused = { ...emptyDraft, prompt: 'again', model: 'demo-2' }
    store.fill(reused)
    await reading
    expect(store.getState().draft).toEqual(reused)
  })

  test('is replaced as a whole by a fill, which is reported', async () => {
    const { store } = open()
    await store.open(demoConnection)
    const reused = { ...emptyDraft, prompt: 'again', model: 'demo-2', n: 2 }
    store.fill(reused)
    expect(store.getState()).toMatchObject({ draft: reused, fills: 1 })
  })
})

describe('a draft that is replaced', () => {
  const typed = { ...emptyDraft, prompt: 'typed', model: 'demo-1', n: 3 }

  async function typing() {
    const opened = open()
    await opened.store.open(demoConnection)
    opened.store.edit({ prompt: 'typed', n: 3 })
    return opened
  }

  test.each<readonly [string, (store: DraftStore) => void]>([
    ['the whole form', (store) => store.fill({ ...emptyDraft, prompt: 'again' })],
    ['its prompt', (store) => store.replace({ prompt: 'again' })],
  ])('is kept whole, at once and before %s that took its place', async (_, replace) => {
    const { store, replaced, bridge } = await typing()
    replace(store)
    await vi.advanceTimersByTimeAsync(0)
    expect(replaced).toEqual([typed])
    const written = bridge.requests.filter(
      ({ route }) => route.startsWith('drafts.') && route !== 'drafts.read',
    )
    expect(written.map(({ route }) => route)).toEqual(['drafts.keep', 'drafts.write'])
  })

  test('is kept when another connection shows its own', async () => {
    const { store, drafts, replaced } = await typing()
    drafts.set('aurora', { ...emptyDraft, prompt: 'own' })
    await store.open(serviceConnection)
    expect(store.getState().draft.prompt).toBe('own')
    await vi.advanceTimersByTimeAsync(0)
    expect(replaced).toEqual([typed])
  })

  test('is kept if the user types before it was shown', async () => {
    const { store, drafts, replaced } = open()
    const own = { ...emptyDraft, prompt: 'own' }
    drafts.set('demo', own)
    const reading = store.open(demoConnection)
    store.edit({ prompt: 'typed' })
    await reading
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().draft.prompt).toBe('typed')
    expect(replaced).toEqual([own])
  })

  test('isn’t kept if it is empty, or if the same takes its place', async () => {
    const { store, replaced } = await typing()
    store.fill({ ...typed })
    store.edit({ prompt: ' ' })
    store.fill(typed)
    await vi.advanceTimersByTimeAsync(0)
    expect(replaced).toEqual([])
  })

  test('is kept if its connection was removed before it was written', async () => {
    const { store, bridge, replaced } = await typing()
    bridge.answer('drafts.write', () => {
      throw new AppFailure(appError('connectionMissing'))
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(replaced).toEqual([typed])
    expect(bridge.inputs('drafts.write')).toHaveLength(1)
    expect(store.getState().draft).toEqual(typed)
  })

  test('is retried until it is kept, and the draft isn’t held up by it', async () => {
    const { store, drafts, bridge } = await typing()
    const kept: string[] = []
    let full = true
    bridge.answer('drafts.keep', ({ draft }) => {
      if (full) throw new AppFailure(appError('storageUnwritable'))
      kept.push(draft.prompt)
      return null
    })
    store.replace({ prompt: 'again' })
    store.replace({ prompt: 'once more' })
    await vi.advanceTimersByTimeAsync(0)
    expect(drafts.get('demo')?.prompt).toBe('once more')
    full = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(kept).toEqual(['typed', 'again'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toHaveLength(2)
  })
})
