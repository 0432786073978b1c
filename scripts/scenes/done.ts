import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const prompts = [
  'A lighthouse on a basalt cliff at first light',
  'Cyanotype of a fern, deckled paper',
  'Desert observatory, long exposure',
  'Market street in rain, 35 mm',
  'Paper crane, studio light',
  'Isometric greenhouse at dusk',
]

const done: Scene = {
  name: 'done',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    for (const prompt of prompts) await queue(page, prompt, 3)
    await seeImages(page, 18)
    await page.getByRole('option', { name: /saved/ }).nth(1).click()
  },
}

export default done
