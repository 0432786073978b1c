import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const busy: Scene = {
  name: 'busy',
  demo: { taskMs: 4000, slots: 4 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse, glass panes catching low sun', 4)
    await queue(page, 'Salt flats under a violet dusk', 4)
    await seeImages(page, 8)
    await queue(page, 'Tram stop at {noon|dusk} in {oil|[fail] ink}')
    await seeInQueue(page, /2 saved, 2 failed/)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Red scarf in {wool|silk|linen}, {studio|street}')
    await page.getByRole('button', { name: 'Cancel batch' }).first().click()
    await seeInQueue(page, /6 cancelled/)
    await page.getByRole('region', { name: 'Queue' }).getByRole('button', { name: 'Resume queue' }).click()
    await queue(page, 'A lighthouse on a basalt cliff at first light, {heron|gull} above the rail')
    await queue(page, 'Catalogue, spring: linen chair by a window', 34)
    await page
      .getByRole('option', { name: /running|generating/i })
      .first()
      .waitFor()
  },
}

export default busy
