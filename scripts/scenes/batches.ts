import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const batches: Scene = {
  name: 'batches',
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
      .click()
    // Away from the hint of the button that opened the list.
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.getByRole('button', { name: 'Retry 2 failed, billed' }).waitFor()
    await seeImages(page, 4)
  },
}

export default batches
