import { fillEverything, takeDemo } from '../screenshots/demo.ts'
import { resize } from '../screenshots/resize.ts'
import type { Scene } from '../screenshots/scene.ts'

const narrow = { width: 860, height: 800 }

/** The form as a bar at the bottom, with its fields shown. */
const composeNarrow: Scene = {
  name: 'composeNarrow',
  sizes: [narrow],
  async prepare(page, app) {
    await takeDemo(page)
    await resize(page, app, narrow)
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await fillEverything(page)
  },
}

export default composeNarrow
