import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const waiting: Scene = {
  name: 'waiting',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Salt flats under a violet dusk')
    await queue(page, 'A lighthouse on a basalt cliff at first light', 6)
    await queue(page, 'Catalogue, spring: linen chair by a window', 12)
    await page.getByRole('button', { name: /^Show the requests of A lighthouse/ }).click()
    await page.getByRole('button', { name: /^More for Salt/ }).click()
    await page.getByRole('menuitemradio', { name: 'High' }).click()
    await page.getByText(/high priority/).waitFor()
    await page.getByRole('button', { name: /^More for Catalogue/ }).click()
    await page.getByRole('menuitem', { name: 'Send next' }).waitFor()
  },
}

export default waiting
