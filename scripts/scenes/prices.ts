import type { Scene } from '../screenshots/scene.ts'

const prices: Scene = {
  name: 'prices',
  async prepare(page) {
    await page.getByRole('button', { name: 'Connect a service' }).click()
    const form = page.getByRole('dialog', { name: 'Connection' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Aurora')
    await form.getByRole('textbox', { name: 'Base URL' }).fill('https://api.example.com')
    await form.getByRole('textbox', { name: 'Models' }).fill('aurora-2, aurora-2-fast, sketch-1')
    await form.getByRole('textbox', { name: 'Price of aurora-2', exact: true }).fill('2')
    await form.getByRole('textbox', { name: 'Price of aurora-2-fast' }).fill('0.5')
    await form.getByRole('textbox', { name: 'Daily cap' }).fill('100')
  },
}

export default prices
