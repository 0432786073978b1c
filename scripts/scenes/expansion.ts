import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const expansion: Scene = {
  name: 'expansion',
  async prepare(page) {
    await takeDemo(page)
    const compose = page.getByRole('region', { name: 'Compose' })
    await compose
      .getByRole('textbox', { name: 'Prompt' })
      .fill('A {{animal}} in {a walled garden|tall grass}{, soft morning light|, rain|}, {{film}}')
    await compose.getByRole('textbox', { name: '{{animal}}' }).fill('fox\nbarn owl\nhare')
    await compose.getByRole('textbox', { name: '{{film}}' }).fill('medium format film')
    await compose.getByText('and 13 more').waitFor()
  },
}

export default expansion
