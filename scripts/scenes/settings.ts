import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { connectStudio } from '../screenshots/service.ts'

const settings: Scene = {
  name: 'settings',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await connectStudio(page, 'https://api.images.studio.example.com')
    await page.getByRole('button', { name: 'Edit Studio' }).waitFor()
    await page.getByRole('button', { name: 'Pause Studio' }).click()
    await page.getByRole('button', { name: 'Resume Studio' }).first().waitFor()
  },
}

export default settings
