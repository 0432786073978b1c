import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  comfyGraph,
  exifBlock,
  jpegWith,
  pngWith,
  textChunk,
  userComment,
  webpWith,
  webUiText,
  xmpPacket,
} from '../support/toldImages'
import { expect, test } from './fixtures/app'
import { firstRunOf, galleryOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'
import { violations } from './fixtures/violations'

/** Ten images of several kinds and tools, and two files that are none. */
async function pictures(): Promise<string> {
  const place = test.info().outputPath('pictures')
  const comment = userComment('ASCII', Buffer.from(webUiText('a heron, by comment')))
  const exif = exifBlock({ more: [comment] })
  const gif = sharp({ create: { width: 240, height: 160, channels: 3, background: '#406080' } }).gif()
  const files: Readonly<Record<string, Buffer | string>> = {
    'webui.png': await pngWith([textChunk('parameters', webUiText('a heron, by the web UI'))], {
      width: 240,
      height: 160,
    }),
    'comfy.png': await pngWith([textChunk('prompt', JSON.stringify(comfyGraph('a kingfisher')))], {
      width: 160,
      height: 240,
    }),
    'deep/comment.jpg': await jpegWith({ exif }, { width: 320, height: 200, background: '#806040' }),
    'deep/comment.webp': await webpWith({ exif }, { width: 300, height: 200, background: '#608040' }),
    'xmp.jpg': await jpegWith(
      { xmp: xmpPacket('<dc:description>an owl by XMP</dc:description>') },
      { width: 200, height: 200 },
    ),
    'no words.png': await pngWith([], { width: 210, height: 200 }),
    'other.png': await pngWith([], { width: 220, height: 200 }),
    'one more.webp': await webpWith({}, { width: 230, height: 200 }),
    'named otherwise.txt': await pngWith([], { width: 250, height: 200 }),
    'still.gif': await gif.toBuffer(),
    'notes.md': 'words',
    'torn.png': (await pngWith([])).subarray(0, 30),
  }
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(place, name, '..'), { recursive: true })
    await writeFile(join(place, name), bytes)
  }
  return place
}

const bringDialog = (page: Page) => page.getByRole('dialog', { name: 'Bring in images' })
const bringBar = (page: Page) => page.getByRole('region', { name: 'Bringing in', exact: true })

async function chooseFolder(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('button', { name: 'Bring in a folder…' }).click()
  await expect(bringDialog(page)).toBeVisible()
}

test('a folder is brought in, found by a word of a prompt, and still there after a restart', async ({
  launch,
  profile,
}) => {
  const folder = await pictures()
  const app = await launch(profile)
  const { page } = app
  const gallery = galleryOf(page)
  await tryDemo(page)
  await app.answerOpenDialogs(folder)
  await chooseFolder(page)
  const dialog = bringDialog(page)
  await expect(dialog).toContainText('10 images')
  await expect(dialog).toContainText('5 of them have their prompt in the file')
  await expect(dialog).toContainText('notes.md: isn’t an image')
  await expect(dialog).toContainText('torn.png: is damaged')
  expect(await violations(page)).toEqual([])
  expect(await app.ask('gallery.count', { text: '' })).toEqual({ total: 0 })

  await expect(dialog.getByRole('button', { name: 'Bring in 10 images' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(bringBar(page)).toContainText('10 images brought in')
  await expect(gallery.region.getByRole('option')).toHaveCount(10)
  await expect(gallery.tiles('no words', 'saved')).toHaveCount(1)

  await gallery.search.fill('heron')
  await expect(gallery.region.getByRole('option')).toHaveCount(3)
  await gallery.search.fill('kingfisher is:brought')
  await page.keyboard.press('Enter')
  await expect(gallery.tiles('a heron, by the web UI')).toHaveCount(0)
  await gallery.tiles('a kingfisher', 'saved').click()
  await page.keyboard.press('i')
  const details = page.getByRole('complementary', { name: 'Details' })
  for (const words of ['ComfyUI', 'Brought in', 'None: not made here', 'sd_xl_base_1.0.safetensors'])
    await expect(details).toContainText(words)
  await details.getByRole('button', { name: 'Reuse' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('a kingfisher')
  expect(app.problems).toEqual([])
  await app.quit()

  const again = await launch(profile)
  const shown = galleryOf(again.page)
  await expect(shown.region.getByRole('option')).toHaveCount(10)
  await shown.search.fill('owl')
  await expect(shown.tiles('an owl by XMP', 'saved')).toHaveCount(1)
  // A second time there is nothing to bring in.
  await again.answerOpenDialogs(folder)
  await chooseFolder(again.page)
  await expect(bringDialog(again.page)).toContainText('There’s nothing to bring in')
  await expect(bringDialog(again.page)).toContainText('10 more are in the library already')
  expect(await readdir(folder)).toContain('webui.png')
})

test('files are brought in by a drop and left where they are, before any service is connected', async ({
  app,
}) => {
  const { page } = app
  await expect(firstRunOf(page).demo).toBeVisible()
  const folder = await pictures()
  const source = await page.evaluateHandle(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    return input
  })
  await source.setInputFiles([join(folder, 'webui.png'), join(folder, 'comfy.png')])
  await source.evaluate((input) => {
    const dropped = new DataTransfer()
    for (const file of input.files ?? []) dropped.items.add(file)
    const event = { dataTransfer: dropped, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', event))
    document.body.dispatchEvent(new DragEvent('drop', event))
  })
  await bringDialog(page).getByRole('radio', { name: 'Leave where they are' }).click()
  await bringDialog(page).getByRole('button', { name: 'Bring in 2 images' }).click()
  await expect(galleryOf(page).region.getByRole('option')).toHaveCount(2)
  await galleryOf(page).tiles('a kingfisher', 'saved').click()
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(join(folder, 'comfy.png'))
  expect(app.problems).toEqual([])
})
