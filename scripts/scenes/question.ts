import { generate, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const question: Scene = {
  name: 'question',
  async prepare(page) {
    await takeDemo(page)
    await generate(page, 'Catalogue, spring: linen chair by a window', 40)
    await page.getByRole('dialog').waitFor()
  },
}

export default question
