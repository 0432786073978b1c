import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const editing: Scene = {
  name: 'editing',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await page.getByRole('radio', { name: 'Direct' }).click()
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await page.getByRole('button', { name: /^More for Cyanotype/ }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit a waiting request' })
    await dialog.getByRole('combobox', { name: 'Size' }).fill('wide')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
  },
}

export default editing
