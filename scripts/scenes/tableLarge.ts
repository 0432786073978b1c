import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable, plateRows } from '../screenshots/tables.ts'

const tableLarge: Scene = {
  name: 'tableLarge',
  async prepare(page, app) {
    await takeDemo(page)
    await page.getByRole('radio', { name: 'Direct' }).click()
    await openTable(page, app, { name: 'herbarium.csv', text: plateRows(100_000, [60_001, 60_004]) })
    await page.keyboard.press('F8')
    await page.getByText(/^Row 60,001/).waitFor()
  },
}

export default tableLarge
