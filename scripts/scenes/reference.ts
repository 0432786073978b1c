import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** An image of the gallery, used as a reference and previewed. */
const reference: Scene = {
  name: 'reference',
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse, glass panes catching low sun', 2)
    await seeImages(page, 2)
    await page
      .getByRole('option', { name: /saved$/ })
      .first()
      .click()
    await page.keyboard.press('i')
    await page.getByRole('button', { name: 'Use as reference' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Switch to Direct' }).click()
    await page.getByRole('button', { name: 'Look at reference 1' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
  },
}

export default reference
