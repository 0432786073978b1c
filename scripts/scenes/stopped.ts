import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const stopped: Scene = {
  name: 'stopped',
  demo: { taskMs: 3000, slots: 2, spread: 0 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Salt flats under a violet dusk', 2)
    await seeImages(page, 2)
    await queue(page, 'A heron in the reeds, low sun [slow]')
    await queue(page, 'Isometric greenhouse, glass panes catching low sun [slow]')
    const row = page.getByRole('listitem').filter({ hasText: 'A heron in the reeds' })
    await row.hover()
    await row.getByRole('button', { name: 'Stop waiting' }).click()
    await row.getByRole('button', { name: 'Wait again' }).waitFor()
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Desert observatory, long exposure')
    await page.mouse.move(1, 1)
  },
}

export default stopped
