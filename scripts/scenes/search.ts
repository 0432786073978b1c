import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** A search with chips and words. */
const search: Scene = {
  name: 'search',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 4)
    await seeImages(page, 8)
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('model:aurora-2 -is:seen fern ')
    await page.getByText('4 of 8').waitFor()
  },
}

export default search
