import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { oddFiles } from '../support/oddFiles'
import { expect, test } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const wanted = ['svg', 'tiff', 'mp4'] as const

test('SVG, TIFF and MP4 that were paid for are on disk as they came, and the gallery says so in words', async ({
  app,
  profile,
  serve,
}) => {
  const files = wanted.map(
    (format) => oddFiles().find((file) => file.format === format)?.bytes ?? Buffer.alloc(0),
  )
  const service = await serve({ key: 'sk-1', draw: (number) => files[number - 1] ?? Buffer.alloc(0) })
  const { page } = app
  await reconnect(app, service)

  for (const format of wanted) {
    const name = format.toUpperCase()
    await generate(page, { prompt: `A boat as ${name}` })
    const tile = galleryOf(page).tile(`A boat as ${name}`, 1, 1, `saved, ${name}, can’t be shown`)
    await expect(tile).toBeVisible()
    await expect(tile).toContainText(new RegExp(`^${name}, \\d+ (kB|bytes)\\. Can’t be shown here\\.`))
    await expect(tile.locator('canvas')).toHaveCount(0)
  }

  const saved = await profile.libraryImages()
  expect(saved.map((path) => extname(path).slice(1)).toSorted()).toEqual(wanted.toSorted())
  for (const [at, format] of wanted.entries()) {
    const path = saved.find((one) => extname(one) === `.${format}`) ?? ''
    expect((await readFile(path)).equals(files[at] ?? Buffer.alloc(0))).toBe(true)
  }
  expect(service.posts).toBe(wanted.length)
})
