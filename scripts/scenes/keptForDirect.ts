import { fillEverything, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Background, with a size and references in the form. */
const keptForDirect: Scene = {
  name: 'keptForDirect',
  async prepare(page) {
    await takeDemo(page)
    await fillEverything(page)
    await page.getByRole('radio', { name: 'Background' }).click()
    await page.getByText(/^Kept for Direct/).waitFor()
  },
}

export default keptForDirect
