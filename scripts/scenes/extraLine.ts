import { takeDemo, typeExtraFields } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** What the form says of its extra fields. */
const extraLine: Scene = {
  name: 'extraLine',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse on a basalt cliff at first light')
    await typeExtraFields(page, [
      { name: 'quality', value: 'high' },
      { name: 'seed', value: '41' },
    ])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^1 request with quality high and seed 41/).waitFor()
  },
}

export default extraLine
