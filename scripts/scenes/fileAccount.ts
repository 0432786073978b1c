import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** What the file of an image says about itself. */
const fileAccount: Scene = {
  name: 'fileAccount',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 2)
    await seeImages(page, 2)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('i')
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('button', { name: 'What the file says' }).click()
    await details.getByText('Content Credentials').scrollIntoViewIfNeeded()
  },
}

export default fileAccount
