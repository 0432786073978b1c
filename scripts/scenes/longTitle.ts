import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Rows with shortened prompts, and what follows them. */
const longTitle: Scene = {
  name: 'longTitle',
  sizes: [{ width: 1280, height: 800 }],
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('radio', { name: 'Direct' }).click()
    await queue(page, 'Isometric greenhouse, glass panes catching low sun', 3)
    await seeImages(page, 3)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'A lighthouse on a basalt cliff {at dawn|in snow}, long exposure, the sea like silk', 4)
    await page.getByRole('button', { name: /^Show the requests of/ }).click()
  },
}

export default longTitle
