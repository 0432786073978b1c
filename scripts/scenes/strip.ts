import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const strip: Scene = {
  name: 'strip',
  demo: { taskMs: 1000, slots: 4, spread: 0 },
  sizes: [
    { width: 860, height: 800 },
    { width: 1000, height: 700 },
  ],
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Salt flats under a violet dusk', 3)
    await seeImages(page, 3)
    await queue(page, 'Market street in rain, 35 mm, seen from a tram [drop]')
    await seeInQueue(page, /No answer/)
    await queue(page, 'Isometric greenhouse, glass panes catching low sun [slow]', 2)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Catalogue, spring: linen chair by a window', 12)
  },
}

export default strip
