import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable, plateRows } from '../screenshots/tables.ts'

const tableMapping: Scene = {
  name: 'tableMapping',
  async prepare(page, app) {
    await takeDemo(page)
    await openTable(page, app, { name: 'harbour.csv', text: plateRows(200) })
    const table = page.getByRole('dialog', { name: 'Table' })
    await table.getByRole('button', { name: /^Empty cells use/ }).click()
    await table.getByRole('combobox', { name: /^Role of plant/ }).click()
    await table.getByRole('option', { name: 'Reference images' }).waitFor()
  },
}

export default tableMapping
