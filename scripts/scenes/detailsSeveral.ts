import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

const detailsSeveral: Scene = {
  name: 'detailsSeveral',
  demo: { taskMs: 300, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Salt flats under a {violet|green|blue} dusk', 3)
    await seeImages(page, 9)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('i')
    await page.keyboard.press('Shift+End')
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByText(/credits/)
      .waitFor()
  },
}

export default detailsSeveral
