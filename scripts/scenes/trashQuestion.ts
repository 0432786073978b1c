import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'
import trash from './trash.ts'

/** The question before the trash is emptied. */
const trashQuestion: Scene = {
  ...trash,
  name: 'trashQuestion',
  sizes: mediumAndLarge,
  async prepare(page, ...more) {
    await trash.prepare(page, ...more)
    await page.getByRole('button', { name: 'Empty trash…' }).click()
    await page.getByRole('dialog').waitFor()
  },
}

export default trashQuestion
