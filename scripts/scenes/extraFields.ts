import { takeDemo, typeExtraFields } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Extra fields as they are typed, one of which can't be sent. */
const extraFields: Scene = {
  name: 'extraFields',
  async prepare(page) {
    await takeDemo(page)
    await typeExtraFields(page, [
      { name: 'quality', value: 'high' },
      { name: 'stream', value: 'true' },
      { name: 'negative_prompt', value: 'text, watermark, a signature in the corner, people on the pier' },
    ])
    await page.getByRole('button', { name: 'Done' }).focus()
    await page.getByText(/the answer would come in pieces/).waitFor()
  },
}

export default extraFields
