import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

/** One image, while a request needs the user: its tab has a mark. */
const details: Scene = {
  name: 'details',
  demo: { taskMs: 300, slots: 8 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'A lighthouse on a basalt cliff at first light, gull above the rail', 4)
    await queue(page, 'Market street in rain, 35 mm [drop]')
    await seeImages(page, 4)
    await seeInQueue(page, /Market street in rain/)
    await page.getByRole('option', { name: /saved/ }).nth(1).click()
    await page.keyboard.press('i')
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByText(/^Queued/)
      .waitFor()
  },
}

export default details
