import { fillEverything, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The form with every field filled. */
const compose: Scene = {
  name: 'compose',
  sizes: [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 860, height: 800 },
  ],
  async prepare(page) {
    await takeDemo(page)
    await fillEverything(page)
  },
}

export default compose
