import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const sizes: Scene = {
  name: 'sizes',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await page.getByRole('radio', { name: 'Direct' }).click()
    const size = page.getByRole('combobox', { name: 'Size' })
    await size.fill('1920x1080')
    await queue(page, 'Salt flats under a violet dusk')
    await size.fill('2560x1080')
    await queue(page, 'Salt flats under a violet dusk, wider')
    await size.press('ArrowDown')
    await page.getByRole('option', { name: '1920x1080 16:9' }).waitFor()
    await size.press('ArrowDown')
  },
}

export default sizes
