import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** What a search can be made of. */
const searchOffers: Scene = {
  name: 'searchOffers',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    await page.getByRole('combobox', { name: 'Search' }).click()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /^model:/ }).waitFor()
  },
}

export default searchOffers
