import { render, screen, waitFor, within } from '@testing-library/react'
import { rgbaToThumbHash } from 'thumbhash'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { TilePicture } from '../../../renderer/features/gallery/picture/TilePicture'
import { openStores } from '../../../renderer/stores/stores'
import { StoresProvider } from '../../../renderer/stores/storesContext'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { standInPictures } from '../../support/standInPictures'

sizedElements(700, 600)

const placeholder = btoa(String.fromCharCode(...rgbaToThumbHash(1, 1, [200, 100, 50, 255])))
const tiles = () => within(screen.getByRole('region', { name: 'Gallery' })).findAllByRole('option')
const canvasOf = (tile: HTMLElement | undefined) => tile?.querySelector('canvas')

test('a tile has its colour before its row is there', async () => {
  standInPictures()
  const main = createMainStandIn()
  standInGallery(main.bridge, 1)
  const outline = {
    revision: 1,
    total: 1,
    libraryTotal: 1,
    days: [{ day: '2024-05-04', count: 1 }],
    flags: { kept: 0, rejected: 0 },
    ratios: btoa('\x80'),
    marks: [],
  }
  main.bridge.answer('gallery.outline', () => ({ ...outline, colours: btoa('\xf8\x00') }))
  main.bridge.answer('gallery.page', () => ({ revision: 1, rows: [] }))
  await renderWindow(main)
  const [tile] = await tiles()
  expect(tile).toHaveAccessibleName('Image, loading')
  expect(canvasOf(tile)?.style.backgroundColor).toBe('rgb(255 0 0)')
})

test('a tile shows its placeholder until its picture is there, and then nothing else', async () => {
  const { asked, widths, arrive } = standInPictures()
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 1)
  for (const [at, image] of library.images.entries()) library.images[at] = { ...image, placeholder }
  await renderWindow(main)
  const canvas = canvasOf((await tiles())[0])
  expect(canvas?.dataset.shows).toBe('placeholder')
  expect(asked).toEqual(['cyanotype://thumb/image1'])
  await waitFor(() => expect(widths.get('cyanotype://thumb/image1')).toBeGreaterThan(0))
  arrive()
  await waitFor(() => expect(canvas?.dataset.shows).toBe('picture'))
  expect(canvas?.width).toBe(widths.get('cyanotype://thumb/image1'))
})

test('a tile that races by is its colour; without one it has its placeholder at once', async () => {
  standInPictures()
  const stores = await openStores(createClient(createMainStandIn().bridge))
  onTestFinished(() => stores.dispose())
  const shared = { id: null, picture: 0, placeholder, ratio: 1, width: 100, height: 100, pixelRatio: 1 }
  stores.pictures.allow('none')
  const { container } = render(
    <StoresProvider value={stores}>
      {[0xf800, 0].map((colour) => (
        <TilePicture key={colour} {...shared} colour={colour} shown dimmed={false} onDrawn={() => {}} />
      ))}
    </StoresProvider>,
  )
  const shown = () => [...container.querySelectorAll('canvas')].map(({ dataset }) => dataset.shows)
  expect(shown()).toEqual([undefined, 'placeholder'])
  stores.pictures.allow('few')
  await waitFor(() => expect(shown()).toEqual(['placeholder', 'placeholder']))
})

test('a tile whose picture is there soon goes from its colour to it, and no placeholder is drawn', async () => {
  const { arrive } = standInPictures()
  const putImageData = vi.fn()
  const drawing: Partial<CanvasRenderingContext2D> = { putImageData, drawImage: vi.fn() }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as CanvasRenderingContext2D)
  const stores = await openStores(createClient(createMainStandIn().bridge))
  onTestFinished(() => stores.dispose())
  const shared = { picture: 0, placeholder, ratio: 1, width: 100, height: 100, pixelRatio: 1 }
  const onDrawn = vi.fn()
  render(
    <StoresProvider value={stores}>
      <TilePicture {...shared} id="image1" colour={0xf800} shown dimmed={false} onDrawn={onDrawn} />
    </StoresProvider>,
  )
  arrive()
  await waitFor(() => expect(onDrawn).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(1000)
  expect(putImageData).not.toHaveBeenCalled()
})

test.each([
  ['no width', 'AAAAAAAA'],
  ['no height', 'AAAAAIAA'],
])('a placeholder with %s, as a record in the library may have, is left out', async (_, damaged) => {
  standInPictures()
  const putImageData = vi.fn()
  const drawing: Partial<CanvasRenderingContext2D> = { putImageData, drawImage: vi.fn() }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as CanvasRenderingContext2D)
  vi.stubGlobal(
    'ImageData',
    class {
      constructor({ length }: Uint8ClampedArray) {
        if (length === 0) throw new DOMException('The input data has zero elements.', 'InvalidStateError')
      }
    },
  )
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 2)
  const [whole, other] = library.images.splice(0)
  if (whole === undefined || other === undefined) throw new Error('there are no images')
  library.images.push({ ...whole, placeholder: damaged }, { ...other, placeholder })
  await renderWindow(main)
  const [first, second] = await tiles()
  expect(canvasOf(first)?.dataset.shows).toBeUndefined()
  expect(canvasOf(second)?.dataset.shows).toBe('placeholder')
  expect(putImageData).toHaveBeenCalledTimes(1)
})
