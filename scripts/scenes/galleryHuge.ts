import { seeImages } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Near the end of 100,000 images. */
const galleryHuge: Scene = {
  name: 'galleryHuge',
  library: 100_000,
  async prepare(page) {
    const gallery = page.getByRole('region', { name: 'Gallery' })
    const tiles = gallery.getByRole('option', { name: /saved$/ })
    // At first only the beginning of the list is there, which has an end of its own.
    await page.getByPlaceholder('Search 100,000 images').waitFor()
    await tiles.first().click()
    await page.keyboard.press('End')
    await gallery.locator('[role=option][aria-posinset="100000"]:focus').waitFor()
    for (let pages = 0; pages < 20; pages++) await page.keyboard.press('PageUp')
    await tiles.nth(5).click()
    await seeImages(page, 12)
  },
}

export default galleryHuge
