import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const history: Scene = {
  name: 'history',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    for (const prompt of [
      '黄昏的灯塔，水彩',
      'Paper crane, studio light',
      'A lighthouse on a basalt cliff at first light, long exposure, the sea like fog, a single gull above the lantern room, seen from a boat that is drawing near',
      'Cyanotype of a fern, deckled paper',
    ]) {
      await queue(page, prompt)
    }
    await page.getByRole('button', { name: 'Prompt history' }).click()
    const list = page.getByRole('listbox', { name: 'Prompt history' })
    await list.getByRole('option').nth(3).waitFor()
    await page.keyboard.press('ArrowDown')
  },
}

export default history
