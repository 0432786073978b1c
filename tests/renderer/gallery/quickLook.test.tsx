import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

/** The pictures that are being decoded, in order of their beginning. */
let decodes: { readonly url: string; readonly end: () => void; readonly fail: () => void }[] = []
let isHeld = (_url: string) => false
/** Pictures that nobody has closed. */
let open: Set<unknown>
/** What was drawn on the stage, in order, and whether its pixels were smoothed. */
let drawn: { readonly url: string; readonly smooth: boolean }[] = []

beforeEach(() => {
  decodes = []
  isHeld = () => false
  open = new Set()
  drawn = []
  vi.stubGlobal('fetch', async (url: string, { signal }: { readonly signal: AbortSignal }) => {
    signal.throwIfAborted()
    return { ok: true, blob: async () => url }
  })
  vi.stubGlobal('createImageBitmap', (url: string) => {
    const bitmap = { url, close: () => open.delete(bitmap) }
    return new Promise((resolve, reject) => {
      const end = () => {
        open.add(bitmap)
        resolve(bitmap)
      }
      decodes.push({ url, end, fail: () => reject(new Error('InvalidStateError')) })
      if (!isHeld(url)) end()
    })
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const context = {
      imageSmoothingEnabled: true,
      drawImage: (bitmap: { readonly url: string }) => {
        if (!open.has(bitmap)) throw new Error(`${bitmap.url} is drawn after it was closed`)
        if (this.closest('[role=dialog]') === null || this.closest('[role=listbox]') !== null) return
        drawn.push({ url: bitmap.url, smooth: context.imageSmoothingEnabled })
      },
    }
    return context as never
  })
})

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const chosen = () =>
  gallery()
    .getAllByRole('option', { selected: true })
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])
const dialog = () => within(screen.getByRole('dialog', { name: 'Quick look' }))
const picture = () => dialog().getByRole('img')
const shows = (address: string) =>
  waitFor(() => {
    expect(picture().dataset.shows).toBe(`cyanotype://${address}`)
    expect(drawn.at(-1)?.url).toBe(`cyanotype://${address}`)
  })
const percent = () => dialog().getByRole('button', { name: /fit or 100 %/ }).textContent
const decoded = (kind: string) =>
  decodes.flatMap(({ url }) => (url.startsWith(`cyanotype://${kind}/`) ? [url.replace(/.*\D/, '')] : []))
const held = (url: string) => decodes.findLast((one) => one.url === url)

/** Opened on image 6 of 9, whose size is 300 x 200; 9 and 8 are selected. */
async function openQuickLook() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 9)
  const window = await renderWindow(main)
  await waitFor(() => tile(9))
  await window.user.click(tile(9))
  await window.user.keyboard('{Control>}')
  await window.user.click(tile(8))
  await window.user.keyboard('{/Control}')
  tile(6).focus()
  await window.user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  return { ...window, library }
}

test('steps through the images, and leaves the selection as it was', async () => {
  const { user } = await openQuickLook()
  await shows('image/image6')
  await user.keyboard('{ArrowRight}')
  await shows('image/image5')
  await user.keyboard('{PageDown}.')
  await shows('image/image3')
  await user.keyboard('{PageUp},{ArrowUp}')
  await shows('image/image6')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await shows('image/image4')
  expect(dialog().getByText('6 of 9')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tile(4)))
  expect(chosen()).toEqual(['chair 9', 'fern 8'])
})

test('zooms by key, and then the arrows with Shift move the image, and those without still step', async () => {
  const { user } = await openQuickLook()
  await shows('image/image6')
  expect(percent()).toBe('100 %')
  await user.keyboard('++++')
  expect(percent()).toBe('400 %')
  const place = () => picture().style
  expect(place().width).toBe('1200px')
  expect(drawn.at(-1)?.smooth).toBe(false)
  expect(place().left).toBe('-250px')
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(place().left).toBe('-170px')
  await user.keyboard('{Shift>}{ArrowLeft>9/}{/Shift}')
  expect(place().left).toBe('0px')
  await shows('image/image6')
  await user.keyboard('{ArrowRight}')
  await shows('image/image5')
  expect(percent()).toBe('400 %')
  expect(place().left).toBe('0px')
  await user.keyboard('-')
  expect(percent()).toBe('300 %')
  await user.keyboard('z')
  expect(percent()).toBe('100 %')
  await user.dblClick(picture())
  expect(percent()).toBe('200 %')
  await user.keyboard('z')
  expect(percent()).toBe('100 %')
  await user.click(dialog().getByRole('button', { name: 'Zoom in' }))
  expect(percent()).toBe('150 %')
})

test('an image of another size fits, whatever the zoom was', async () => {
  const { user, library } = await openQuickLook()
  const at = library.images.findIndex(({ id }) => id === 'image5')
  library.images[at] = { ...imageSample(5), width: 200 }
  library.announce()
  await user.keyboard('+++')
  expect(percent()).toBe('300 %')
  await user.keyboard('{PageDown}')
  await shows('image/image5')
  await waitFor(() => expect(percent()).toBe('100 %'))
  await user.keyboard('{PageDown}')
  await shows('image/image4')
  expect(percent()).toBe('100 %')
})

test('keeps the picture until the next is decoded, and shows the thumbnail in its place first', async () => {
  const { user } = await openQuickLook()
  await shows('image/image6')
  isHeld = (url) => /image[32]$/.test(url)
  await waitFor(() => expect(decoded('image')).toEqual(['6', '5', '7']))
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('image/image4')
  await user.keyboard('{ArrowRight}')
  expect(dialog().getByText('7 of 9')).toBeVisible()
  await shows('image/image4')
  const before = picture().getAttribute('style')
  held('cyanotype://thumb/image3')?.end()
  await shows('thumb/image3')
  expect(picture().getAttribute('style')).toBe(before)
  held('cyanotype://image/image3')?.end()
  await shows('image/image3')
})

test('decodes one picture at a time: of those passed over only the last, then its neighbours', async () => {
  const { user } = await openQuickLook()
  await waitFor(() => expect(decoded('image')).toEqual(['6', '5', '7']))
  isHeld = (url) => url.startsWith('cyanotype://image/')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(decoded('image')).toEqual(['6', '5', '7', '4']))
  await user.keyboard('{ArrowRight>3/}')
  await shows('thumb/image2')
  expect(decoded('image')).toEqual(['6', '5', '7', '4'])
  isHeld = () => false
  held('cyanotype://image/image4')?.end()
  await shows('image/image2')
  await waitFor(() => expect(decoded('image')).toEqual(['6', '5', '7', '4', '2', '1', '3']))
})

test('opens with the image itself, which is decoded while the focus rests on its tile', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 9)
  const { user } = await renderWindow(main)
  await waitFor(() => tile(9))
  tile(9).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await waitFor(() => expect(decoded('image')).toEqual(['7']))
  isHeld = () => true
  await user.keyboard(' ')
  expect(picture().dataset.shows).toBe('cyanotype://image/image7')
  expect(decoded('image').filter((image) => image === '7')).toHaveLength(1)
})

test('holds the picture and its neighbours, and once it is closed that alone where the focus rests', async () => {
  const { user } = await openQuickLook()
  const held = () => [...open].map((one) => (one as { readonly url: string }).url).sort()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('image/image4')
  const all = ['image/image3', 'image/image4', 'image/image5', 'thumb/image4']
  await waitFor(() => expect(held()).toEqual(all.map((address) => `cyanotype://${address}`)))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(held()).toEqual([]))
  await waitFor(() => expect(held()).toEqual(['cyanotype://image/image4']))
})

test('a picture that stays until another is there can still be zoomed, and is closed after that', async () => {
  const { user } = await openQuickLook()
  await shows('image/image6')
  isHeld = (url) => /(image|thumb)\/image[23]$/.test(url)
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('image/image4')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(dialog().getByText('8 of 9')).toBeVisible()
  const before = drawn.length
  await user.keyboard('++')
  expect(drawn.slice(before).map(({ url }) => url)).toContain('cyanotype://image/image4')
  isHeld = () => false
  for (const address of ['image/image3', 'thumb/image3', 'thumb/image2', 'image/image2'])
    held(`cyanotype://${address}`)?.end()
  await shows('image/image2')
  const left = () => [...open].some((one) => (one as { readonly url: string }).url.endsWith('/image4'))
  await waitFor(() => expect(left()).toBe(false))
})

test('says in words that a file can’t be shown, offers to try again, and locks nothing', async () => {
  const { user, bridge } = await openQuickLook()
  isHeld = (url) => url === 'cyanotype://image/image4'
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('thumb/image4')
  held('cyanotype://image/image4')?.fail()
  await dialog().findByText('The file is damaged')
  expect(dialog().queryByRole('img')).toBeNull()
  bridge.answer('images.reveal', () => null)
  await user.click(dialog().getByRole('button', { name: 'Show in folder' }))
  expect(bridge.inputs('images.reveal')).toEqual([{ id: 'image4' }])
  await user.keyboard('{ArrowRight}')
  await shows('image/image3')
  await user.keyboard('{ArrowLeft}')
  await shows('thumb/image4')
  held('cyanotype://image/image4')?.fail()
  isHeld = () => false
  await user.click(await dialog().findByRole('button', { name: 'Try again' }))
  await shows('image/image4')
})

test('doesn’t call a large file damaged, which there may be no memory for', async () => {
  const main = createMainStandIn()
  const { images } = standInGallery(main.bridge, 1)
  images[0] = { ...imageSample(1), width: 8000, height: 6000 }
  const { user } = await renderWindow(main)
  await waitFor(() => tile(1))
  tile(1).focus()
  isHeld = (url) => url === 'cyanotype://image/image1'
  await user.keyboard(' ')
  await waitFor(() => expect(held('cyanotype://image/image1')).toBeDefined())
  held('cyanotype://image/image1')?.fail()
  await dialog().findByText('The file can’t be shown now')
})

test('deletes what is shown, with Undo in view, and goes on with the next', async () => {
  const { user, bridge } = await openQuickLook()
  await shows('image/image6')
  await user.keyboard('{Delete>4/}')
  await shows('image/image5')
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image6'] }])
  await dialog().findByText('1 image deleted')
  await user.keyboard('{Control>}z{/Control}')
  await dialog().findByText('1 image restored')
  await shows('image/image5')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tile(5)))
  expect(chosen()).toEqual(['chair 9', 'fern 8'])
})

test('deletes and marks nothing that isn’t in view yet', async () => {
  const { user, bridge } = await openQuickLook()
  await waitFor(() => expect(decoded('image')).toEqual(['6', '5', '7']))
  isHeld = (url) => /image[32]$/.test(url)
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await shows('image/image4')
  await user.keyboard('{ArrowRight}')
  expect(dialog().getByText('7 of 9')).toBeVisible()
  await user.keyboard('{Delete}px5')
  expect(bridge.inputs('images.delete')).toEqual([])
  expect(bridge.inputs('images.mark')).toEqual([])
  held('cyanotype://thumb/image3')?.end()
  await shows('thumb/image3')
  await user.keyboard('{Delete}')
  await waitFor(() => expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3'] }]))
})

test('a deleted image leaves the selection and comes back to it; the others stay selected', async () => {
  const { user } = await openQuickLook()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  await shows('image/image8')
  await user.keyboard('{Delete}')
  await shows('image/image7')
  await user.click(await dialog().findByRole('button', { name: /Undo/ }))
  await dialog().findByText('1 image restored')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tile(7)))
  expect(chosen()).toEqual(['chair 9', 'fern 8'])
})

test('closes when the last image has been deleted', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 1)
  const { user } = await renderWindow(main)
  await waitFor(() => tile(1))
  tile(1).focus()
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('{Delete}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await gallery().findByText('No images yet')
})

test('goes on showing the same image while others arrive', async () => {
  const { library } = await openQuickLook()
  await shows('image/image6')
  library.images.unshift(imageSample(12), imageSample(11), imageSample(10))
  library.announce()
  await dialog().findByText('7 of 12')
  await shows('image/image6')
})

test('Escape leaves full screen first, and then closes', async () => {
  let filling: Element | null = null
  const fill = (element: Element | null) => async () => {
    filling = element
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  Object.assign(document.documentElement, { requestFullscreen: fill(document.documentElement) })
  Object.assign(document, { exitFullscreen: fill(null) })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => filling })
  try {
    const { user } = await openQuickLook()
    await user.keyboard('f')
    await dialog().findByRole('button', { name: 'Leave full screen' })
    await user.keyboard('{Escape}')
    await dialog().findByRole('button', { name: 'Full screen' })
    expect(filling).toBeNull()
    await user.click(dialog().getByRole('button', { name: 'Full screen' }))
    expect(filling).not.toBeNull()
    await user.click(dialog().getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(filling).toBeNull()
  } finally {
    Reflect.deleteProperty(document, 'fullscreenElement')
    Reflect.deleteProperty(document, 'exitFullscreen')
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
  }
})
