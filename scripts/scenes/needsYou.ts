import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const needsYou: Scene = {
  name: 'needsYou',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    await queue(page, 'Market street in rain, 35 mm [drop]')
    await queue(page, 'Desert observatory, long exposure')
    await seeImages(page, 5)
    await seeInQueue(page, /Market street in rain/)
  },
}

export default needsYou
