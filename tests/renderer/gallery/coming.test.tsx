import { AppFailure, appError } from '@shared/errors'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { batchSample, itemSample, jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { standInPictures } from '../../support/standInPictures'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const list = () => within(gallery().getByRole('listbox', { name: 'Images' }))

async function renderGallery(count: number) {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  if (count > 0) await screen.findAllByRole('option', { name: /saved$/ })
  return { ...window, library }
}

describe('images on their way', () => {
  test('are shown at the top with their progress, and become their picture in place, once', async () => {
    const { arrive } = standInPictures()
    const { bridge, library } = await renderGallery(2)
    const running = jobSample({ progress: 64, prompt: 'heron' })
    bridge.answer('queue.overview', () => overviewOf({ running: [running], waiting: [batchSample()] }))
    bridge.emit('queue.changed', { revision: 2 })
    const coming = await list().findByRole('option', { name: 'heron, image 1 of 1, running 64 %' })
    expect(coming.getAttribute('aria-posinset')).toBe('1')
    expect(list().getByRole('option', { name: '37 waiting in “Chairs”, show this batch' })).toBeVisible()

    const image = { ...imageSample(3), id: 'heron', jobId: running.id, index: 0, of: 1, prompt: 'heron' }
    const done = jobSample({
      state: 'done',
      saved: 1,
      prompt: 'heron',
      items: [itemSample({ state: 'saved', imageId: 'heron' })],
    })
    library.images.unshift(image)
    library.announce()
    bridge.answer('queue.overview', () => overviewOf({ finished: [done], waiting: [batchSample()] }))
    bridge.emit('queue.changed', { revision: 3 })
    await waitFor(() =>
      expect(
        list().getByRole('option', { name: 'heron, image 1 of 1, saved' }).querySelector('canvas'),
      ).not.toBeNull(),
    )
    const saved = list().getByRole('option', { name: 'heron, image 1 of 1, saved' })
    expect(saved).toBe(coming)

    // What the tile shows stays until the picture is there.
    const picture = saved.querySelector('canvas')
    expect(within(saved).getAllByText('heron')).toHaveLength(1)
    expect(within(saved).getByRole('progressbar')).toBeVisible()
    expect(picture?.className).toContain('invisible')
    arrive()
    await waitFor(() => expect(within(saved).queryByRole('progressbar')).toBeNull())
    expect(picture?.className).not.toContain('invisible')
    expect(picture?.dataset.shows).toBe('picture')
    expect(saved.querySelector('canvas')).toBe(picture)
  })

  test('stay while the image is in the rows but not yet in the count, and become it when it is in both', async () => {
    const { bridge, library } = await renderGallery(0)
    const heron = { ...imageSample(3), id: 'heron', jobId: 'job of heron', index: 0, of: 1, prompt: 'heron' }
    const running = jobSample({ id: heron.jobId, progress: 64, prompt: 'heron' })
    const items = [itemSample({ state: 'saved', imageId: 'heron' })]
    bridge.answer('queue.overview', () => overviewOf({ running: [running] }))
    bridge.emit('queue.changed', { revision: 2 })
    await gallery().findByRole('option', { name: /^heron, image 1 of 1, running/ })

    bridge.answer('queue.overview', () =>
      overviewOf({ finished: [{ ...running, state: 'done', saved: 1, items }] }),
    )
    bridge.answer('gallery.page', () => ({ revision: 2, rows: [heron] }))
    library.announce()
    bridge.emit('queue.changed', { revision: 3 })
    const saved = { name: 'heron, image 1 of 1, saved' }
    await gallery().findByRole('option', saved)
    expect(list().getAllByRole('option')).toHaveLength(1)

    library.images.unshift(heron)
    library.announce()
    await gallery().findByPlaceholderText('Search 1 image')
    expect(list().getAllByRole('option', saved)).toHaveLength(1)
  })

  test('leave nothing selected when they are pressed, so that a key acts on no other image', async () => {
    const { bridge, user } = await renderGallery(2)
    const running = jobSample({ prompt: 'heron' })
    bridge.answer('queue.overview', () => overviewOf({ running: [running] }))
    bridge.emit('queue.changed', { revision: 2 })
    const coming = await list().findByRole('option', { name: /^heron, image 1 of 1, running/ })
    await user.click(list().getByRole('option', { name: /^fern 2/ }))
    expect(list().getAllByRole('option', { selected: true })).toHaveLength(1)

    await user.click(coming)
    expect(list().queryAllByRole('option', { selected: true })).toEqual([])
    await user.keyboard('{Delete}')
    expect(bridge.inputs('images.delete')).toEqual([])
  })

  /** A heron that is saved, in a list that doesn't hold it yet; before it came, the fern was selected. */
  async function renderArrived() {
    const { bridge, user, library } = await renderGallery(2)
    const running = jobSample({ prompt: 'heron' })
    bridge.answer('queue.overview', () => overviewOf({ running: [running] }))
    bridge.emit('queue.changed', { revision: 2 })
    await list().findByRole('option', { name: /^heron, image 1 of 1, running/ })
    await user.click(list().getByRole('option', { name: /^fern 2/ }))

    const image = { ...imageSample(3), id: 'heron', jobId: running.id, index: 0, of: 1, prompt: 'heron' }
    library.images.unshift(image)
    const items = [itemSample({ state: 'saved', imageId: 'heron' })]
    bridge.answer('queue.overview', () =>
      overviewOf({ finished: [{ ...running, state: 'done', saved: 1, items }] }),
    )
    bridge.emit('queue.changed', { revision: 3 })
    const saved = await list().findByRole('option', { name: 'heron, image 1 of 1, saved' })
    return { bridge, user, saved }
  }

  test.each([
    ['clicked', (user: UserEvent, saved: HTMLElement) => user.click(saved)],
    ['reached by the arrow keys', (user: UserEvent) => user.keyboard('{ArrowLeft}')],
  ])('are selected when they are %s, once saved, before the list holds them', async (_, choose) => {
    const { bridge, user, saved } = await renderArrived()
    await choose(user, saved)
    await waitFor(() => expect(list().getAllByRole('option', { selected: true })).toEqual([saved]))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(bridge.inputs('images.delete')).toEqual([{ ids: ['heron'] }]))
    await waitFor(() => expect(saved.isConnected).toBe(false))
  })

  test('are among all that are selected, though the list doesn’t hold them yet', async () => {
    const { bridge, user } = await renderArrived()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(list().getAllByRole('option', { selected: true })).toHaveLength(3))
    await user.keyboard('{Delete}')
    await waitFor(() =>
      expect(bridge.inputs('images.delete')).toEqual([{ ids: ['heron', 'image2', 'image1'] }]),
    )
  })

  test('leave nothing selected if they can’t be read then', async () => {
    const { bridge, user, saved } = await renderArrived()
    bridge.answer('images.few', () => {
      throw new AppFailure(appError('internal'))
    })
    await user.click(saved)
    await screen.findByText(/^Something went wrong/)
    await user.keyboard('{Delete}')
    expect(list().queryAllByRole('option', { selected: true })).toEqual([])
    expect(bridge.inputs('images.delete')).toEqual([])
  })

  test('show their batch in the queue when the stack is pressed', async () => {
    const { bridge, user } = await renderGallery(2)
    bridge.answer('queue.overview', () => overviewOf({ waiting: [batchSample()] }))
    bridge.emit('queue.changed', { revision: 2 })
    await user.click(await list().findByRole('option', { name: /37 waiting/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('next: “linen chair”'))
  })
})
