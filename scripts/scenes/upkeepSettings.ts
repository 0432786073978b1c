import type { Scene } from '../screenshots/scene.ts'
import upkeep from './upkeep.ts'

/** What a check of the library found. */
const upkeepSettings: Scene = {
  ...upkeep,
  name: 'upkeepSettings',
  async prepare(page, app) {
    await upkeep.prepare(page, app)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Check the library' }).last().scrollIntoViewIfNeeded()
  },
}

export default upkeepSettings
