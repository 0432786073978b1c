import { ratioByte } from '@shared/model/image'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createClient } from '../../../renderer/client/client'
import { createBatchFilter } from '../../../renderer/stores/batchFilter'
import { createGalleryStore } from '../../../renderer/stores/galleryStore'
import { rowAt } from '../../../renderer/stores/listRows'
import type { StackingState } from '../../../renderer/stores/stacking'
import { createFakeBridge } from '../../support/fakeBridge'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { waitUntil } from '../../support/windowClock'

function openGallery(count: number, pictures = { atRest: () => Promise.resolve() }) {
  const bridge = createFakeBridge({})
  const library = standInGallery(bridge, count)
  const stacking = createStore<StackingState>(() => ({ stacks: null }))
  const gallery = createGalleryStore(createClient(bridge), createBatchFilter(), stacking, pictures)
  return { bridge, library, gallery, stacking }
}

describe('the gallery store', () => {
  test('reads the outline and the first rows, then only the chunks on the screen', async () => {
    const { bridge, gallery } = openGallery(1000)
    await gallery.refresh()
    expect(gallery.getState()).toMatchObject({ libraryTotal: 1000, shape: { total: 1000 } })
    expect(gallery.getState().shape?.ratios[0]).toBe(ratioByte(1.5, 1))
    expect(rowAt(gallery.getState().rows, 0)?.id).toBe('image1000')

    gallery.need(390, 420)
    await waitUntil(() => rowAt(gallery.getState().rows, 405)?.id === 'image595')
    expect(bridge.inputs('gallery.page').map(({ offset }) => offset)).toEqual([0, 200, 400])
    gallery.need(395, 410)
    expect(bridge.inputs('gallery.page')).toHaveLength(3)
  })

  test('keeps each row that a change of the list has left as it was, so that its tile isn’t drawn again', async () => {
    const { gallery, library } = openGallery(300)
    await gallery.refresh()
    gallery.need(190, 220)
    await waitUntil(() => rowAt(gallery.getState().rows, 210) !== null)
    const rows = () => [0, 1, 210].map((at) => rowAt(gallery.getState().rows, at))
    const before = rows()
    library.images[1] = { ...imageSample(299), flag: 'kept' }
    library.announce()
    await waitUntil(() => rows()[1]?.flag === 'kept')
    await waitUntil(() => gallery.getState().rows.fresh.size === 2)
    expect(rows()[0]).toBe(before[0])
    expect(rows()[2]).toBe(before[2])
  })

  test('keeps what lays the list out while each image is where it was', async () => {
    const { gallery, library } = openGallery(300)
    await gallery.refresh()
    const { shape: first } = gallery.getState()
    library.images[1] = { ...imageSample(299), flag: 'kept' }
    library.announce()
    await waitUntil(() => gallery.getState().shape !== first)
    const { shape: marked } = gallery.getState()
    expect(marked?.flags.kept).toBe(1)
    expect(marked?.ratios).toBe(first?.ratios)
    expect(marked?.days).toBe(first?.days)

    library.images.reverse()
    library.announce()
    await waitUntil(() => gallery.getState().shape !== marked)
    expect(gallery.getState().shape?.ratios).toEqual(first?.ratios)
    expect(gallery.getState().shape?.ratios).not.toBe(first?.ratios)
  })

  test('asks for the rest of the list once the pictures of its beginning are there', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { bridge, gallery } = openGallery(1000, { atRest: () => arrived })
    const opened = gallery.refresh()
    await waitUntil(() => gallery.getState().shape?.isBeginning === true)
    expect(bridge.inputs('gallery.outline')).toEqual([])
    arrive()
    await opened
    expect(gallery.getState().shape?.total).toBe(1000)
  })

  test('waits for no picture once the user searches', async () => {
    const { gallery } = openGallery(1000, { atRest: () => new Promise(() => {}) })
    const opened = gallery.refresh()
    await vi.advanceTimersByTimeAsync(0)
    expect(gallery.getState().shape?.isBeginning).toBe(true)
    await gallery.search({ text: 'f' })
    await opened
    expect(gallery.getState().shape?.text).toBe('f')
  })

  test('never shows the answer to an older search', async () => {
    const { bridge, gallery } = openGallery(6)
    await gallery.refresh()
    const shown = new Set<string | undefined>()
    gallery.subscribe(({ shape }) => shown.add(shape?.text))
    const first = gallery.search({ text: 'f' })
    const others = ['fe', 'fer', 'fern'].map((text) => gallery.search({ text }))
    await Promise.all([first, ...others])
    expect([...shown].at(-1)).toBe('fern')
    expect(shown).toEqual(new Set(['', 'fern']))
    // The last is asked for once, and those before it at most once.
    expect(bridge.inputs('gallery.outline').length).toBeLessThanOrEqual(3)
  })

  test('tells no failure of an older search', async () => {
    const { bridge, library, gallery } = openGallery(6)
    await gallery.refresh()
    bridge.answer('gallery.page', ({ text, offset, limit }) => {
      if (text === 'x') throw new Error('broken')
      return { revision: 1, rows: library.images.slice(offset, offset + limit) }
    })
    await Promise.all([gallery.search({ text: 'x' }), gallery.search({ text: '' })])
    expect(gallery.getState().failure).toBeNull()
  })

  test('shows the first images while the others are still being counted', async () => {
    const { bridge, library, gallery } = openGallery(1000)
    await gallery.refresh()
    let letGo = () => undefined as undefined
    const held = new Promise<void>((resolve) => {
      letGo = () => void resolve()
    })
    const { images } = library
    bridge.answer('gallery.outline', async () => {
      await held
      return {
        revision: 1,
        total: 500,
        libraryTotal: 1000,
        days: [],
        flags: { kept: 0, rejected: 0 },
        ratios: btoa('a'.repeat(500)),
        colours: '',
        marks: [],
      }
    })
    bridge.answer('gallery.page', ({ offset, limit }) => ({
      revision: 1,
      rows: images.filter((_, at) => at % 2 === 0).slice(offset, offset + limit),
    }))
    const searched = gallery.search({ text: 'fern' })
    await waitUntil(() => gallery.getState().shape?.text === 'fern')
    expect(gallery.getState().shape).toMatchObject({ total: 200, isBeginning: true })
    expect(rowAt(gallery.getState().rows, 199)?.id).toBe('image602')
    letGo()
    await searched
    expect(gallery.getState().shape?.total).toBe(500)
    expect(gallery.getState().shape?.isBeginning).toBeUndefined()
    expect(rowAt(gallery.getState().rows, 199)?.id).toBe('image602')
  })

  test('joins the changes that come while it reads into one more read', async () => {
    const { bridge, library, gallery } = openGallery(3)
    await gallery.refresh()
    const asked = bridge.inputs('gallery.outline').length
    for (let change = 0; change < 20; change++) library.announce()
    await gallery.refresh()
    expect(bridge.inputs('gallery.outline').length - asked).toBeLessThanOrEqual(2)
  })

  test('fetches first rows again that are of another moment than the list', async () => {
    const { bridge, library, gallery } = openGallery(3)
    bridge.answer('gallery.page', ({ offset }) => ({
      revision: bridge.inputs('gallery.page').length === 1 ? 2 : 1,
      rows: bridge.inputs('gallery.page').length === 1 ? [imageSample(4)] : library.images.slice(offset),
    }))
    const shown = new Set<string | undefined>()
    gallery.subscribe((state) => shown.add(rowAt(state.rows, 0)?.id))
    await gallery.refresh()
    await waitUntil(() => rowAt(gallery.getState().rows, 0)?.id === 'image3')
    expect(shown).toEqual(new Set([undefined, 'image3']))
  })

  test('shows no rows of a later list at the places of the one that is shown', async () => {
    const { bridge, library, gallery } = openGallery(600)
    await gallery.refresh()
    // An image has arrived, and nobody has said so yet.
    library.images.unshift(imageSample(601))
    bridge.answer('gallery.page', ({ offset, limit }) => ({
      revision: 2,
      rows: library.images.slice(offset, offset + limit),
    }))
    const shown = new Set<string | undefined>()
    gallery.subscribe((state) => shown.add(rowAt(state.rows, 400)?.id))
    gallery.need(400, 420)
    library.announce()
    await waitUntil(() => rowAt(gallery.getState().rows, 400)?.id === 'image201')
    expect(shown).toEqual(new Set([undefined, 'image201']))
    expect(bridge.inputs('gallery.page').find(({ offset }) => offset === 400)?.asOf).toBe(1)
  })

  test('keeps showing the rows it has, at their new places, until the new ones come', async () => {
    const { bridge, library, gallery } = openGallery(600)
    await gallery.refresh()
    gallery.need(400, 420)
    await waitUntil(() => rowAt(gallery.getState().rows, 400)?.id === 'image200')

    let letGo = () => undefined as undefined
    const held = new Promise<void>((resolve) => {
      letGo = () => void resolve()
    })
    bridge.answer('gallery.page', async ({ offset, limit }) => {
      if (offset > 0) await held
      return { revision: 2, rows: library.images.slice(offset, offset + limit) }
    })
    library.images.unshift(imageSample(601))
    library.announce()
    await waitUntil(() => gallery.getState().shape?.total === 601)
    expect(rowAt(gallery.getState().rows, 401)?.id).toBe('image200')
    expect(rowAt(gallery.getState().rows, 0)?.id).toBe('image601')
    letGo()
    await waitUntil(() => gallery.getState().rows.fresh.has(2))
    expect(rowAt(gallery.getState().rows, 401)?.id).toBe('image200')
  })

  /** Holds back the outlines that are asked for from now on, and tells of which texts they were. */
  function holdOutlines({ bridge, library }: Pick<ReturnType<typeof openGallery>, 'bridge' | 'library'>) {
    const asked: string[] = []
    const waiting: (() => void)[] = []
    bridge.answer('gallery.outline', async ({ text, marks = [] }) => {
      asked.push(text)
      await new Promise<void>((go) => waiting.push(go))
      const positions = new Map(library.images.map(({ number }, position) => [number, position]))
      const total = library.images.length
      return {
        revision: 1,
        total,
        libraryTotal: total,
        days: [],
        flags: { kept: 0, rejected: 0 },
        ratios: btoa('a'.repeat(total)),
        colours: btoa('\0'.repeat(2 * total)),
        marks: marks.map((number) => positions.get(number) ?? null),
      }
    })
    return { asked, letGo: () => waiting.shift()?.() }
  }

  /** A gallery that has read the list once after a change, and was told of another one at once. */
  async function openAfterChange(stacks: StackingState['stacks']) {
    const { bridge, library, gallery, stacking } = openGallery(3)
    stacking.setState({ stacks })
    await gallery.refresh()
    const { asked, letGo } = holdOutlines({ bridge, library })
    library.announce()
    await vi.advanceTimersByTimeAsync(100)
    letGo()
    library.announce()
    await vi.advanceTimersByTimeAsync(100)
    return { gallery, asked }
  }

  test('rests after a change, until the user changes something', async () => {
    const { gallery, asked } = await openAfterChange(null)
    expect(asked).toHaveLength(1)
    gallery.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(2)
  })

  test('doesn’t rest in stacks, where what arrives has no tile until the list is read', async () => {
    const { asked } = await openAfterChange({ open: [] })
    expect(asked).toHaveLength(2)
  })

  test('asks for the list again if rows came on the screen while it was put together', async () => {
    const { bridge, library, gallery } = openGallery(3000)
    await gallery.refresh()
    const { asked, letGo } = holdOutlines({ bridge, library })
    bridge.emit('gallery.changed', { revision: 1 })
    await waitUntil(() => asked.length === 1)
    gallery.need(1000, 1020)
    await waitUntil(() => rowAt(gallery.getState().rows, 1000) !== null)
    letGo()
    await waitUntil(() => asked.length === 2)
    const shown: (string | undefined)[] = []
    gallery.subscribe(({ rows }) => shown.push(rowAt(rows, 1000)?.id))
    letGo()
    await waitUntil(() => shown.length > 0)
    expect(shown[0]).toBe('image2000')
    expect(asked).toHaveLength(2)
  })

  test('never asks again for a list that nobody wants any more', async () => {
    const { bridge, library, gallery } = openGallery(3000)
    await gallery.refresh()
    const { asked, letGo } = holdOutlines({ bridge, library })
    bridge.emit('gallery.changed', { revision: 1 })
    await waitUntil(() => asked.length === 1)
    gallery.need(1000, 1020)
    await waitUntil(() => rowAt(gallery.getState().rows, 1000) !== null)
    void gallery.search({ text: 'fern' })
    letGo()
    await waitUntil(() => asked.length === 2)
    expect(asked).toEqual(['', 'fern'])
  })

  test('asks once for the first list, though its first images are shown before', async () => {
    const { bridge, library, gallery } = openGallery(3000)
    const { asked, letGo } = holdOutlines({ bridge, library })
    const refreshed = gallery.refresh()
    await waitUntil(() => gallery.getState().shape !== null)
    letGo()
    await refreshed
    expect(gallery.getState().shape?.total).toBe(3000)
    expect(asked).toEqual([''])
  })

  test('drops the rows of another search', async () => {
    const { gallery } = openGallery(10)
    await gallery.refresh()
    await gallery.search({ text: 'fern' })
    expect(gallery.getState()).toMatchObject({ libraryTotal: 10, shape: { text: 'fern', total: 5 } })
    expect(rowAt(gallery.getState().rows, 0)?.prompt).toBe('fern 10')
    expect(rowAt(gallery.getState().rows, 7)).toBeNull()
  })

  test('counts the whole library also while a search is on', async () => {
    const { library, gallery } = openGallery(10)
    await gallery.search({ text: 'fern' })
    library.images.unshift(imageSample(11))
    library.announce()
    await gallery.refresh()
    expect(gallery.getState()).toMatchObject({ libraryTotal: 11, shape: { text: 'fern', total: 5 } })
  })
})
