import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import { mediumAndLarge, type Scene } from '../screenshots/scene.ts'

const tries = [
  ['Tram stop in the rain, 35 mm', 7],
  ['Paper crane on a windowsill', 1],
  ['A lighthouse on a basalt cliff at first light', 5],
  ['Desert observatory, long exposure', 3],
  ['Salt flats under a violet dusk, seen from a train', 1],
  ['Cyanotype of a fern, deckled paper', 12],
] as const

/** The tries of six prompts, of which two are single images; one stack is selected. */
const stacks: Scene = {
  name: 'stacks',
  demo: { taskMs: 200, slots: 16 },
  sizes: mediumAndLarge,
  async prepare(page) {
    await takeDemo(page)
    let made = 0
    for (const [prompt, images] of tries) {
      await queue(page, prompt, images)
      made += images
      await page.getByPlaceholder(`Search ${made} image`).waitFor()
    }
    await page.getByRole('option', { name: /saved/ }).first().click()
    for (const key of ['ArrowRight', 'ArrowRight', 'p', '5']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Stack tries' }).click()
    await page.getByRole('option', { name: /stack of 12$/ }).click()
    await page.getByRole('button', { name: 'Export 12' }).waitFor()
    await seeImages(page, 6)
  },
}

export default stacks
