import type { Scene } from '../screenshots/scene.ts'

/** A connection with extra fields in one mode, and JSON that isn't finished in the other. */
const connectionExtra: Scene = {
  name: 'connectionExtra',
  async prepare(page) {
    await page.getByRole('button', { name: 'Connect a service' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByRole('button', { name: 'Extra fields' }).click()
    const background = dialog.getByRole('group', { name: 'In Background' })
    await background.getByRole('textbox', { name: 'Name of field 1' }).fill('quality')
    await background.getByRole('textbox', { name: 'Value of field 1' }).fill('high')
    const direct = dialog.getByRole('group', { name: 'In Direct' })
    await direct.getByRole('radio', { name: 'JSON' }).click()
    await direct.getByRole('textbox', { name: 'JSON' }).fill('{\n  "seed": 41,\n  "style" "ink"\n}')
    await direct.getByRole('radio', { name: 'JSON' }).focus()
    await direct.getByText(/The JSON isn’t valid at line 3/).waitFor()
  },
}

export default connectionExtra
