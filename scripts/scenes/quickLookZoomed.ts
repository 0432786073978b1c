import type { Scene } from '../screenshots/scene.ts'
import quickLook from './quickLook.ts'

/** So near that pixels are seen, after another image was deleted. */
const quickLookZoomed: Scene = {
  ...quickLook,
  name: 'quickLookZoomed',
  async prepare(page, app) {
    await quickLook.prepare(page, app)
    await page.keyboard.press('Delete')
    await page.getByText('1 image deleted').waitFor()
    // Keeps the focus, so that the toast stays.
    await page.getByRole('button', { name: /Undo/ }).focus()
    const zoom = page.getByRole('button', { name: 'fit or 100 %' })
    while ((await zoom.textContent()) !== '400 %') await page.keyboard.press('+')
  },
}

export default quickLookZoomed
