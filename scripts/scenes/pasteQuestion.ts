import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const lines = [
  'A lighthouse on a basalt cliff at first light, long exposure, the sea like fog, a single gull above the lantern room',
  '黄昏的灯塔，水彩',
  'Paper crane, studio light',
  'Salt flats under a violet dusk',
  'Isometric greenhouse, glass panes catching low sun',
  'Cyanotype of a fern, deckled paper',
]

const pasteQuestion: Scene = {
  name: 'pasteQuestion',
  async prepare(page, app) {
    await takeDemo(page)
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), lines.join('\n'))
    await page.getByRole('textbox', { name: 'Prompt' }).blur()
    await page.keyboard.press('Control+v')
    await page.getByRole('dialog', { name: 'You pasted 6 lines' }).waitFor()
  },
}

export default pasteQuestion
