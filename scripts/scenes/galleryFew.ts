import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** A gallery that has just begun. */
const galleryFew: Scene = {
  name: 'galleryFew',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 4)
    await seeImages(page, 8)
  },
}

export default galleryFew
