import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable, plateRows } from '../screenshots/tables.ts'

const tableUndo: Scene = {
  name: 'tableUndo',
  sizes: [
    { width: 1280, height: 800 },
    { width: 860, height: 800 },
    { width: 640, height: 400 },
  ],
  async prepare(page, app) {
    await takeDemo(page)
    await page.getByRole('radio', { name: 'Direct' }).click()
    await openTable(page, app, { name: 'harbour.csv', text: plateRows(200, [7, 42]) })
    await page.keyboard.press('F8')
    await page.getByText(/^Row 7/).waitFor()
    await page.keyboard.type('512x512')
    await page.keyboard.press('Enter')
    await page.getByText(/1 selected row has an error/).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Row 7, size').waitFor()
  },
}

export default tableUndo
