import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The next image is selected, and the toast with its Undo is under the images. */
const deleted: Scene = {
  name: 'deleted',
  demo: { taskMs: 100, slots: 20 },
  sizes: [{ width: 1280, height: 800 }],
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Salt flats under a violet dusk', 20)
    await seeImages(page, 20)
    await page.getByRole('option', { name: /saved/ }).nth(1).click()
    await page.keyboard.press('Delete')
    // Keeps the focus, so that the toast stays.
    await page.getByRole('button', { name: 'Undo' }).focus()
  },
}

export default deleted
