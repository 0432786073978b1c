import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { openTable } from '../screenshots/tables.ts'

/** Rows of both modes, with a size and a reference in the form; Background can't include either. */
const rows = ['prompt,size,image,mode', 'a wren,,,', 'a heron,,,direct', 'a gull,512x512,,', 'an auk,large,,']

const tableBackground: Scene = {
  name: 'tableBackground',
  sizes: [
    { width: 1280, height: 800 },
    { width: 860, height: 800 },
    { width: 640, height: 400 },
  ],
  async prepare(page, app) {
    await takeDemo(page)
    const form = page.getByRole('region', { name: 'Compose' })
    await form.getByRole('radio', { name: 'Direct' }).click()
    await form.getByRole('combobox', { name: 'Size' }).fill('1024x1024')
    await form.getByRole('combobox', { name: 'Size' }).press('Escape')
    const references = form.getByRole('textbox', { name: 'Reference images' })
    await references.fill('https://images.example.com/cliffs.jpg')
    await references.press('Enter')
    await form.getByRole('radio', { name: 'Background' }).click()
    await openTable(page, app, { name: 'birds.csv', text: rows.join('\n') })
    await page.keyboard.press('ArrowRight')
    await page.getByText(/^Not sent: /).waitFor()
  },
}

export default tableBackground
