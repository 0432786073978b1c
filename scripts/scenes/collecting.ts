import type { Scene } from '../screenshots/scene.ts'
import collections from './collections.ts'

/** Asking which collection an image is to be added to. */
const collecting: Scene = {
  ...collections,
  name: 'collecting',
  async prepare(page, app) {
    await collections.prepare(page, app)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('a')
    await page.getByRole('combobox', { name: 'Name of a collection' }).fill('fe')
    await page.getByRole('option', { name: /New collection/ }).waitFor()
  },
}

export default collecting
