import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

const detailsNone: Scene = {
  name: 'detailsNone',
  demo: { taskMs: 300, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 3)
    await seeImages(page, 3)
    await page.getByRole('tab', { name: 'Details' }).click()
  },
}

export default detailsNone
