import type { Scene } from '../screenshots/scene.ts'
import exporting from './exporting.ts'

/** The same export, paused while it is under way. */
const exportPaused: Scene = {
  ...exporting,
  name: 'exportPaused',
  async prepare(page, electron) {
    await exporting.prepare(page, electron)
    await page.getByRole('button', { name: 'Export 24 files' }).click()
    await page.evaluate(`window.cyanotype.request('exports.act', { action: 'pause' })`)
    // What was queued is told first, as long as the pointer is on it.
    await page.mouse.move(640, 300)
    await page.getByText(/^Export paused/).waitFor()
  },
}

export default exportPaused
