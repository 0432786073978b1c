import type { Scene } from '../screenshots/scene.ts'
import exporting from './exporting.ts'

/** The same images, to become one ZIP. */
const exportingZip: Scene = {
  ...exporting,
  name: 'exportingZip',
  async prepare(page, electron) {
    await exporting.prepare(page, electron)
    await page.getByRole('checkbox', { name: /Archive/ }).click()
    await page.getByRole('radio', { name: 'One ZIP' }).click()
    await page.getByRole('button', { name: 'Export 12 files as ZIP' }).waitFor()
  },
}

export default exportingZip
