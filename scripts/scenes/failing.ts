import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const failing: Scene = {
  name: 'failing',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 3)
    await seeImages(page, 3)
    await queue(page, 'Portrait with red scarf [refuse]')
    await queue(page, 'Harbour at night [fail]')
    await queue(page, 'Paper crane, studio light [402]', 6)
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
  },
}

export default failing
