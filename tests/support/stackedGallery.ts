import { preferenceDefaults } from '@shared/model/preferences'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { galleryParts } from './galleryParts'
import { standInGallery } from './galleryStandIn'
import { createMainStandIn } from './mainStandIn'
import { renderWindow } from './renderWindow'
import { testDatabase } from './testDatabase'
import { setViewportWidth } from './viewport'

/** Oldest first: five tries of a fern, of which the second last was kept, a chair, and two of moss. */
const prompts = ['fern', 'fern', 'fern', 'fern', 'fern', 'chair', 'moss', 'moss']

export const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
export const tiles = () => gallery().getAllByRole('option')
export const names = () => tiles().map((tile) => tile.getAttribute('aria-label'))
export const chosen = () => names().filter((_, at) => tiles()[at]?.getAttribute('aria-selected') === 'true')
export const named = (prompt: string, state: string) => `${prompt}, image 1 of 1, saved${state}`
export const tile = (prompt: string, state: string) =>
  gallery().getByRole('option', { name: named(prompt, state) })
export const badge = (of: HTMLElement) => of.querySelector('[data-stack]') ?? of
export const exported = () => gallery().queryByRole('button', { name: /^Export \d/ })?.textContent

export const closed = [named('moss', ', stack of 2'), named('chair', ''), named('fern', ', kept, stack of 5')]

/** The window on the lists of the core, of a real database. */
export async function renderStacks(stackTries = true, { advanceAfterMark = true } = {}) {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: { ...preferenceDefaults, stackTries, advanceAfterMark } })
  const { bridge } = main
  standInGallery(bridge, 0)
  let revision = 1
  const parts = galleryParts(testDatabase(), () => revision)
  const { lists, rows } = parts
  const announce = () => bridge.emit('gallery.changed', { revision: ++revision })
  let count = 0
  const insert = (prompt: string) => {
    count++
    rows.insert(
      {
        ...{ id: `image${count}`, jobId: `job ${count}`, index: 0, of: 1, width: 300, height: 200 },
        ...{ format: 'png' as const, bytes: 1, sha256: '', decoded: true, placeholder: null },
        asked: { model: 'm', prompt, mode: 'direct' },
        ...{ revisedPrompt: null, connectionId: 'c', connectionName: 'S', taskId: null, brought: null },
        ...{ tookMs: null, createdAt: count * 1000 },
      },
      'f.png',
    )
  }
  for (const prompt of prompts) insert(prompt)
  parts.mark(4, { flag: 'kept' })
  bridge.answer('gallery.outline', lists.outline)
  bridge.answer('gallery.page', ({ offset, limit, ...query }) => lists.page(query, offset, limit))
  bridge.answer('gallery.select', lists.select)
  bridge.answer('gallery.selectAt', lists.selectAt)
  bridge.answer('gallery.selectSeen', lists.selectSeen)
  bridge.answer('images.few', lists.few)
  bridge.answer('images.mark', async ({ selection, change }) => {
    const numbers = await lists.selected(selection)
    for (const number of numbers) parts.mark(number, change)
    announce()
    return { press: 1, marked: numbers.length }
  })
  const presses: number[] = []
  bridge.answer('images.delete', ({ ids }) => {
    presses.push(...ids.map((id) => parts.hide(id)))
    announce()
    return { press: 1, deleted: ids.length }
  })
  bridge.answer('images.restore', () => {
    const restored = presses.splice(0).map((press) => parts.deletions.unmark(press, 100)).length
    announce()
    return { restored }
  })
  const window = await renderWindow(main)
  await waitFor(() => expect(tiles()).toHaveLength(stackTries ? 3 : 8))
  /** Another try, as if the service had just delivered it. */
  const arrive = (prompt: string) =>
    act(async () => {
      insert(prompt)
      announce()
    })
  return { ...window, arrive, announce }
}

/** Chooses "Stack tries" in the menu of the order. */
export async function toggleStacks(user: Awaited<ReturnType<typeof renderStacks>>['user']) {
  await user.click(gallery().getByRole('button', { name: 'Sort by: Newest' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Stack tries' }))
}
