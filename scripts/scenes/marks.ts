import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Images that were kept, rejected and rated. */
const marks: Scene = {
  name: 'marks',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 6)
    await seeImages(page, 6)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 6)
    await seeImages(page, 12)
    await page.getByRole('option', { name: /saved/ }).first().click()
    for (const key of ['p', 'x', '3', 'p', 'x', '5', 'p', '1', 'x']) await page.keyboard.press(key)
    await page.keyboard.press('Home')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', '4']) await page.keyboard.press(key)
    await page.getByRole('option', { name: /kept, 4 stars$/ }).waitFor()
    await page.keyboard.press('b')
    await page.keyboard.press('i')
    await page.getByRole('textbox', { name: 'Note' }).fill('For the print, on matt paper')
    await page.getByRole('option', { selected: true }).focus()
  },
}

export default marks
