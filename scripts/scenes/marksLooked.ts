import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'
import marks from './marks.ts'

/** Quick look at an image that was kept and rated. */
const marksLooked: Scene = {
  ...marks,
  name: 'marksLooked',
  sizes: mediumAndLarge,
  async prepare(page, app) {
    await marks.prepare(page, app)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.getByRole('dialog').locator('[data-shows*="//image/"]').waitFor()
  },
}

export default marksLooked
