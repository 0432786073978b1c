import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio } from '../screenshots/service.ts'

/** Just switched to a connection whose form has its own settings. */
const switched: Scene = {
  name: 'switched',
  sizes: [
    { width: 1280, height: 800 },
    { width: 860, height: 800 },
  ],
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Paper crane on a lacquered tray')
    await addStudio(page, 'https://api.example.com')
    await page.getByRole('radio', { name: 'Direct' }).click()
    await page.getByRole('spinbutton', { name: 'Images' }).fill('4')
    await page.getByRole('combobox', { name: 'Size' }).fill('1536x1024')
    await page.getByRole('combobox', { name: 'Size' }).press('Escape')
    await page.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Demo' }).click()
    await page.getByRole('button', { name: 'Put back' }).waitFor()
  },
}

export default switched
