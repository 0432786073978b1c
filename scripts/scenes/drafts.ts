import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The drafts that the history took the place of. */
const drafts: Scene = {
  name: 'drafts',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await queue(page, 'Cyanotype of a fern, deckled paper')
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
    for (const typed of [
      '黄昏的灯塔，水彩',
      'Paper crane, {studio light|candle light}',
      'A lighthouse on a basalt cliff at first light, long exposure, the sea like fog, a single gull above the lantern room, seen from a boat that is drawing near',
    ]) {
      await prompt.fill(typed)
      await page.getByRole('button', { name: 'Prompt history' }).click()
      const list = page.getByRole('listbox', { name: 'Prompt history' })
      await list.getByRole('option').first().click()
      await list.waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: 'Earlier drafts' }).click()
    await page.getByRole('listbox', { name: 'Earlier drafts' }).getByRole('option').nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
  },
}

export default drafts
