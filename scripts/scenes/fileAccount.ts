import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** What the file of an image says about itself, and what an export would write. */
const fileAccount: Scene = {
  name: 'fileAccount',
  demo: { taskMs: 300, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 2)
    await seeImages(page, 2)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('i')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('button', { name: 'What the file says' }).click()
    await details.getByRole('button', { name: 'What an export would write' }).click()
    await details.getByRole('combobox', { name: 'Recipe' }).click()
    await page.getByRole('option', { name: 'Archive' }).click()
    await details.getByText('Anything else the file says').scrollIntoViewIfNeeded()
  },
}

export default fileAccount
