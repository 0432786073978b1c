import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The form with every field invalid, after Generate was pressed. */
const composeWrong: Scene = {
  name: 'composeWrong',
  async prepare(page) {
    await takeDemo(page)
    const form = page.getByRole('region', { name: 'Compose' })
    await form.getByRole('radio', { name: 'Direct' }).click()
    await form.getByRole('textbox', { name: 'Prompt' }).fill('A {{bird}} in the mist at dawn')
    await form.getByRole('spinbutton', { name: 'Images' }).fill('0')
    await form.getByRole('combobox', { name: 'Size' }).fill('wide')
    await form.getByRole('textbox', { name: 'Reference images' }).fill('heron.png')
    await form.getByRole('button', { name: 'Generate' }).click({ force: true })
    await form.locator('[aria-invalid=true]').nth(3).waitFor()
  },
}

export default composeWrong
