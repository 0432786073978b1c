import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable, plateRows } from '../screenshots/tables.ts'

const table: Scene = {
  name: 'table',
  async prepare(page, app) {
    await takeDemo(page)
    await page.getByRole('radio', { name: 'Direct' }).click()
    await openTable(page, app, { name: 'harbour.csv', text: plateRows(200, [7, 42]) })
    await page.getByRole('button', { name: 'Next error' }).click()
    await page.getByText(/^Row 7/).waitFor()
  },
}

export default table
