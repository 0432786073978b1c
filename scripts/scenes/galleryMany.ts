import type { ElectronApplication } from '@playwright/test'
import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** How many images were made how many days ago, of one prompt each. */
const days = [
  { ago: 9, images: 120, prompt: 'Salt flats under a violet dusk, seen from a train' },
  { ago: 6, images: 90, prompt: 'Tram stop in the rain, 35 mm' },
  { ago: 5, images: 60, prompt: 'A lighthouse on a basalt cliff at first light' },
  { ago: 3, images: 18, prompt: 'Paper crane on a windowsill' },
  { ago: 1, images: 7, prompt: 'Desert observatory, long exposure' },
  { ago: 0, images: 5, prompt: 'Cyanotype of a fern, deckled paper' },
] as const

const dayMs = 86_400_000

/** What the main process takes for now, from now on; the time of the computer is nobody's to change. */
async function goBack(app: ElectronApplication, daysAgo: number): Promise<void> {
  await app.evaluate((_, back) => {
    Date.now = () => Math.round(performance.timeOrigin + performance.now()) - back
  }, daysAgo * dayMs)
}

/** 300 images of ten days; one of them is selected. */
const galleryMany: Scene = {
  name: 'galleryMany',
  demo: { taskMs: 50, slots: 16 },
  async prepare(page, app) {
    // Once for all, before anything is dated: from there on time goes forward only.
    await goBack(app, days[0].ago)
    await takeDemo(page)
    let made = 0
    for (const { ago, images, prompt } of days) {
      await goBack(app, ago)
      await queue(page, prompt, images)
      made += images
      await page.getByPlaceholder(`Search ${made} image`).waitFor({ timeout: 240_000 })
    }
    await page
      .getByRole('option', { name: /saved$/ })
      .nth(3)
      .click()
    await seeImages(page, 12)
  },
}

export default galleryMany
