import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The form of a new connection. */
const connection: Scene = {
  name: 'connection',
  sizes: [
    { width: 1280, height: 800 },
    { width: 1000, height: 700 },
    { width: 860, height: 800 },
  ],
  async prepare(page) {
    await takeDemo(page)
    await page.keyboard.press('ControlOrMeta+,')
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await page.getByRole('dialog', { name: 'Connection' }).waitFor()
  },
}

export default connection
