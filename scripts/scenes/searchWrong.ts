import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** A search with a part that can't be read. */
const searchWrong: Scene = {
  name: 'searchWrong',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('ratio:portrait size:huge fern')
    await page.getByText('isn’t a size').waitFor()
  },
}

export default searchWrong
