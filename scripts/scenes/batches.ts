import { listBatches, seeImages } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const batches: Scene = {
  name: 'batches',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await (await listBatches(page)).click()
    // Away from the hint of the button that opened the list.
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.getByRole('button', { name: 'Retry 2 failed, billed' }).waitFor()
    await seeImages(page, 4)
  },
}

export default batches
