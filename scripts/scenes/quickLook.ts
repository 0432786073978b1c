import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** One image over the whole window. */
const quickLook: Scene = {
  name: 'quickLook',
  demo: { taskMs: 200, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'A lighthouse on a basalt cliff at first light, long exposure, wide angle', 4)
    await seeImages(page, 4)
    await page.getByRole('option', { name: /saved/ }).nth(1).click()
    await page.keyboard.press('Space')
    await page.getByRole('dialog').locator('[data-shows*="//image/"]').waitFor()
  },
}

export default quickLook
