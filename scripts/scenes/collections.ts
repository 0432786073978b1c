import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The sidebar, with a collection that is shown. */
const collections: Scene = {
  name: 'collections',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 6)
    await seeImages(page, 6)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 6)
    await seeImages(page, 12)
    const show = page.getByRole('button', { name: 'Show the library' })
    if (await show.isVisible()) await show.click()
    const tile = page.getByRole('option', { name: /saved/ })
    const collect = async (name: string, from: number, to: number) => {
      await tile.nth(from).click()
      await tile.nth(to).click({ modifiers: ['Shift'] })
      await page.keyboard.press('a')
      await page.getByRole('combobox', { name: 'Name of a collection' }).fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: new RegExp(`^${name}, `) }).waitFor()
    }
    await collect('For the exhibition in Basel', 0, 7)
    await collect('Ferns', 6, 10)
    await tile.nth(3).click()
    for (const key of ['p', 'x', 'b']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^For the exhibition/ }).click()
    await tile.nth(2).click()
    await page.getByRole('button', { name: /^Ferns, / }).focus()
  },
}

export default collections
