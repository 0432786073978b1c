import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const unconnected: Scene = {
  name: 'unconnected',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 12)
    await seeImages(page, 12)
    await page.keyboard.press('Control+,')
    await page.getByRole('button', { name: 'Remove Demo' }).click()
    await page.getByRole('button', { name: 'Remove connection' }).click()
    await page.getByText('No connections yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Your images are here.').waitFor()
  },
}

export default unconnected
