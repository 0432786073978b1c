import { preferenceDefaults } from '@shared/model/preferences'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { galleryParts } from '../../support/galleryParts'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { testDatabase } from '../../support/testDatabase'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)
afterEach(() => setViewportWidth(1024))

/** Oldest first: five tries of a fern, of which the second last was kept, a chair, and two of moss. */
const prompts = ['fern', 'fern', 'fern', 'fern', 'fern', 'chair', 'moss', 'moss']

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tiles = () => gallery().getAllByRole('option')
const names = () => tiles().map((tile) => tile.getAttribute('aria-label'))
const chosen = () => names().filter((_, at) => tiles()[at]?.getAttribute('aria-selected') === 'true')
const named = (prompt: string, state: string) => `${prompt}, image 1 of 1, saved${state}`
const tile = (prompt: string, state: string) => gallery().getByRole('option', { name: named(prompt, state) })
const badge = (of: HTMLElement) => of.querySelector('[data-stack]') ?? of
const exported = () => gallery().queryByRole('button', { name: /^Export \d/ })?.textContent

const closed = [named('moss', ', stack of 2'), named('chair', ''), named('fern', ', kept, stack of 5')]

/** The window on the lists of the core, of a real database. */
async function renderStacks(stackTries = true) {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: { ...preferenceDefaults, stackTries } })
  const { bridge } = main
  standInGallery(bridge, 0)
  let revision = 1
  const parts = galleryParts(testDatabase(), () => revision)
  const { lists, rows } = parts
  for (const [at, prompt] of prompts.entries())
    rows.insert(
      {
        ...{ id: `image${at + 1}`, jobId: `job ${at + 1}`, index: 0, of: 1, width: 300, height: 200 },
        ...{ format: 'png' as const, bytes: 1, sha256: '', decoded: true, placeholder: null },
        asked: { model: 'm', prompt, mode: 'direct' },
        ...{ revisedPrompt: null, connectionId: 'c', connectionName: 'S', taskId: null, brought: null },
        ...{ tookMs: null, createdAt: (at + 1) * 1000 },
      },
      'f.png',
    )
  parts.mark(4, { flag: 'kept' })
  bridge.answer('gallery.outline', lists.outline)
  bridge.answer('gallery.page', ({ offset, limit, ...query }) => lists.page(query, offset, limit))
  bridge.answer('gallery.select', lists.select)
  bridge.answer('gallery.selectAt', lists.selectAt)
  const announce = () => bridge.emit('gallery.changed', { revision: ++revision })
  bridge.answer('images.mark', async ({ selection, change }) => {
    const numbers = await lists.selected(selection)
    for (const number of numbers) parts.mark(number, change)
    announce()
    return { press: 1, marked: numbers.length }
  })
  bridge.answer('images.delete', ({ ids }) => {
    for (const id of ids) parts.hide(id)
    announce()
    return { press: 1, deleted: ids.length }
  })
  const window = await renderWindow(main)
  await waitFor(() => expect(tiles()).toHaveLength(stackTries ? 3 : 8))
  return window
}

describe('a stack', () => {
  test('is one tile with its best image on top, once the menu says so, and each image is one again', async () => {
    const { user, bridge } = await renderStacks(false)
    const toggle = async () => {
      await user.click(gallery().getByRole('button', { name: 'Sort by: Newest' }))
      await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Stack tries' }))
    }
    await toggle()
    await waitFor(() => expect(names()).toEqual(closed))
    expect(badge(tile('fern', ', kept, stack of 5')).textContent).toBe('5')
    expect(gallery().getByText(/^8 images, 2 stacks/)).toBeTruthy()
    await toggle()
    await waitFor(() => expect(tiles()).toHaveLength(8))
    expect(bridge.inputs('preferences.change')).toEqual([{ stackTries: true }, { stackTries: false }])
  })

  test('opens in place with a click on its count, and closes with another', async () => {
    const { user } = await renderStacks()
    await user.click(badge(tile('fern', ', kept, stack of 5')))
    await waitFor(() => expect(tiles()).toHaveLength(7))
    expect(names().slice(2)).toEqual([
      named('fern', ', kept, open stack of 5'),
      ...[2, 3, 4, 5].map((at) => named('fern', `, ${at} of 5 in the open stack`)),
    ])
    expect(tiles().map((one) => one.getAttribute('aria-setsize'))).toEqual(Array(7).fill('7'))
    expect(chosen()).toEqual([named('fern', ', kept, open stack of 5')])
    await user.click(badge(tile('fern', ', kept, open stack of 5')))
    await waitFor(() => expect(names()).toEqual(closed))
  })

  test('is selected as a whole while it is closed, and taken out as a whole', async () => {
    const { user } = await renderStacks()
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    await user.keyboard('{Control>}')
    await user.click(tile('moss', ', stack of 2'))
    await waitFor(() => expect(exported()).toBe('Export 7'))
    await user.click(tile('fern', ', kept, stack of 5'))
    await waitFor(() => expect(exported()).toBe('Export 2'))
    await user.keyboard('{/Control}')
    expect(chosen()).toEqual([closed[0]])
    await user.click(tile('chair', ''))
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(exported()).toBe('Export 6'))
  })

  test('is marked as a whole, said so, and the next tile is selected', async () => {
    const { user } = await renderStacks()
    await user.click(tile('moss', ', stack of 2'))
    await user.keyboard('x')
    await screen.findByText('2 images rejected')
    await waitFor(() => expect(names()[0]).toBe(named('moss', ', rejected, stack of 2')))
    expect(chosen()).toEqual([named('chair', '')])
  })

  test('is wholly selected when it comes after what was deleted', async () => {
    const { user, bridge } = await renderStacks()
    await user.click(tile('chair', ''))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(exported()).toBe('Export 5'))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(names()).toEqual([closed[0]]))
    expect(bridge.inputs('images.delete').map(({ ids }) => ids.length)).toEqual([1, 5])
  })

  test('is selected as a whole when it is closed over a selected image, so that nothing unseen is', async () => {
    const { user } = await renderStacks()
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard('o')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(chosen()).toEqual([named('fern', ', 3 of 5 in the open stack')])
    await user.keyboard('o')
    await waitFor(() => expect(names()).toEqual(closed))
    await waitFor(() => expect(exported()).toBe('Export 5'))
    expect(chosen()).toEqual([closed[2]])
    await waitFor(() => expect(document.activeElement).toBe(tiles()[2]))
  })

  test('leaves only its top one selected when it is opened before the others are', async () => {
    const { user, bridge } = await renderStacks()
    let answer = () => {}
    bridge.answer(
      'gallery.select',
      () => new Promise((resolve) => (answer = () => resolve({ ids: ['x', 'y'] }))),
    )
    await user.click(tile('fern', ', kept, stack of 5'))
    await user.keyboard('o')
    await waitFor(() => expect(tiles()).toHaveLength(7))
    await act(async () => answer())
    expect(exported()).toBe('Export 1')
    expect(chosen()).toEqual([named('fern', ', kept, open stack of 5')])
  })

  test('is dragged out as a whole', async () => {
    const { bridge } = await renderStacks()
    bridge.answer('originals.prepareDrag', () => ({ drag: 1 }))
    bridge.answer('originals.drag', () => null)
    fireEvent.dragStart(tile('fern', ', kept, stack of 5'))
    await waitFor(() =>
      expect(bridge.inputs('originals.prepareDrag').map(({ ids }) => ids.length)).toEqual([5]),
    )
  })

  test('has its own words in the menu of its tile', async () => {
    const { user } = await renderStacks()
    await user.pointer({ keys: '[MouseRight]', target: tile('moss', ', stack of 2') })
    await user.click(await screen.findByRole('menuitem', { name: /^Open the stack of 2/ }))
    await waitFor(() => expect(tiles()).toHaveLength(4))
    await user.pointer({ keys: '[MouseRight]', target: tile('moss', ', 2 of 2 in the open stack') })
    await user.click(await screen.findByRole('menuitem', { name: /^Close the stack of 2/ }))
    await waitFor(() => expect(names()).toEqual(closed))
  })
})
