import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio } from '../screenshots/service.ts'

/** The service can't be reached, and what was queued for it has waited through the night. */
const away: Scene = {
  name: 'away',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page, app) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 6)
    await seeImages(page, 6)
    // Port 9 discards what is sent to it, if anything listens there at all.
    await addStudio(page, 'http://127.0.0.1:9')
    await queue(page, 'Fog over the harbour', 37)
    await page.getByRole('button', { name: 'Try now' }).waitFor()
    await app.evaluate(({ powerMonitor }) => {
      const now = Date.now()
      Date.now = () => now + 14 * 3_600_000
      powerMonitor.emit('resume')
    })
    await page.getByRole('button', { name: 'Send them' }).waitFor()
  },
}

export default away
