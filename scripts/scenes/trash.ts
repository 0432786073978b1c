import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** What the trash holds, some of it selected. */
const trash: Scene = {
  name: 'trash',
  demo: { taskMs: 100, slots: 20 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 8)
    await seeImages(page, 8)
    await queue(page, 'Salt flats under a violet dusk', 6)
    await seeImages(page, 14)
    await page.getByRole('option', { name: /saved/ }).nth(2).click()
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Delete')
    await page.getByRole('option', { name: /saved/ }).nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Views/ }).click()
    await page.getByRole('menuitemradio', { name: /^Trash/ }).click()
    await page.getByRole('button', { name: 'Empty trash…' }).waitFor()
    await page.getByRole('option', { name: /saved/ }).nth(1).click()
    await page.keyboard.press('Shift+ArrowRight')
  },
}

export default trash
