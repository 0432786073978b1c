import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The question which day of the gallery to go to, on a day without images. */
const goToDate: Scene = {
  name: 'goToDate',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    await page.keyboard.press('ControlOrMeta+g')
    const dialog = page.getByRole('dialog', { name: 'Go to a date' })
    await dialog.getByLabel('Date').fill('2026-03-01')
    await dialog.getByText(/^None on this day/).waitFor()
  },
}

export default goToDate
