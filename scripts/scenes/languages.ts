import { queue, seeImages, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import { prompts } from '../screenshots/languages.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Every part of the window full, with prompts in many scripts and of every length. */
const languages: Scene = {
  name: 'languages',
  demo: { taskMs: 4000, slots: 16, spread: 0 },
  async prepare(page) {
    const { chinese, japanese, korean, arabic, emoji, long } = prompts
    await takeDemo(page)
    for (const prompt of [chinese, japanese, korean, arabic, emoji]) await queue(page, prompt)
    await queue(page, long, 2)
    await queue(page, `${long} [refuse]`)
    await queue(page, `${arabic} [drop]`)
    await seeImages(page, 7)
    await queue(page, `${long} [slow]`)
    await queue(page, `${arabic} [slow]`)
    await page
      .getByRole('option', { name: /generating|running/i })
      .nth(1)
      .waitFor()
    await queue(page, `${chinese} [402]`)
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await queue(page, chinese, 12)
    await queue(page, `${long}, {at dawn|at dusk|in snow}`)
    await page.getByRole('textbox', { name: 'Prompt' }).fill(arabic)
    await page.getByRole('option', { name: /saved/ }).last().click()
    await seeInQueue(page, /fog/)
  },
}

export default languages
