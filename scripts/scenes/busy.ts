import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const busy: Scene = {
  name: 'busy',
  demo: { taskMs: 4000, slots: 4 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse, glass panes catching low sun', 4)
    await queue(page, 'Salt flats under a violet dusk', 4)
    await seeImages(page, 8)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 2)
    await queue(page, 'Paper crane, studio light', 2)
    await queue(page, 'Catalogue, spring: linen chair by a window', 34)
    await page
      .getByRole('option', { name: /running|generating/i })
      .first()
      .waitFor()
  },
}

export default busy
