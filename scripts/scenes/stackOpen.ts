import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'
import stacks from './stacks.ts'

/** A stack that was opened in place, among closed ones. */
const stackOpen: Scene = {
  ...(stacks.demo === undefined ? {} : { demo: stacks.demo }),
  name: 'stackOpen',
  sizes: mediumAndLarge,
  async prepare(page, app) {
    await stacks.prepare(page, app)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'o']) await page.keyboard.press(key)
    await page.getByRole('option', { name: /5 of 5 in the open stack$/ }).waitFor()
    await page.keyboard.press('ArrowRight')
  },
}

export default stackOpen
