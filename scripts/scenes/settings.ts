import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const settings: Scene = {
  name: 'settings',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  },
}

export default settings
