import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const batchList: Scene = {
  name: 'batchList',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Market street in rain, 35 mm', 3)
    await seeImages(page, 3)
    await queue(page, 'A harbour {at dawn|at dusk|in snow|under stars|[fail] in fog|[fail] in rain}')
    await seeInQueue(page, /2 failed/)
    await seeImages(page, 7)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Catalogue, spring: linen chair by a window', 12)
    await page.getByRole('button', { name: 'Batches' }).click()
    await page
      .getByRole('listbox', { name: 'Batches' })
      .getByRole('option', { name: /^A harbour/ })
      .waitFor()
  },
}

export default batchList
