import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Requests that failed the same way share one line, and everything that is waiting is about to be cancelled. */
const alike: Scene = {
  name: 'alike',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Harbour at night, long exposure [fail]', 9)
    await page.getByText(/9 failed/).waitFor()
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Linen chair by a window', 12)
    await queue(page, 'Salt flats under a violet dusk', 6)
    await page.getByRole('button', { name: 'Cancel everything' }).click()
  },
}

export default alike
