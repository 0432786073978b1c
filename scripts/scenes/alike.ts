import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Requests that failed the same way share one line, and everything that was waiting was just cancelled. */
const alike: Scene = {
  name: 'alike',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Harbour at night, long exposure [fail]', 9)
    await page.getByText('9 failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Linen chair by a window', 12)
    await queue(page, 'Salt flats under a violet dusk', 6)
    await page.getByRole('button', { name: 'Cancel everything' }).click()
    await page.getByText('18 requests cancelled, nothing was sent').waitFor()
  },
}

export default alike
