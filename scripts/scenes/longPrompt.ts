import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const words = 'A heron on a basalt cliff at first light, seen from the water, the sea like silk. '

/** A prompt of 2,000 characters. */
const longPrompt: Scene = {
  name: 'longPrompt',
  sizes: [
    { width: 1280, height: 800 },
    { width: 1000, height: 700 },
    { width: 860, height: 800 },
  ],
  async prepare(page) {
    await takeDemo(page)
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await prompt.fill(words.repeat(25).slice(0, 2000))
    await prompt.press('ControlOrMeta+End')
  },
}

export default longPrompt
