import { listBatches, seeImages } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const batches: Scene = {
  name: 'batches',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await (await listBatches(page)).click()
    // Moves the pointer away from the button that opened the list, which would show its hint.
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.getByRole('button', { name: 'Retry 2 failed, billed' }).waitFor()
    await seeImages(page, 4)
  },
}

export default batches
