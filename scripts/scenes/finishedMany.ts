import { takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

const subjects = [
  'Harbour',
  'Greenhouse',
  'Salt flats',
  'Tram stop',
  'Paper crane',
  'Lighthouse',
  'Orchard',
  'Quarry',
]
const seasons = ['spring', 'summer', 'autumn', 'winter', 'a dry year']

/** 10,000 requests of 40 batches, all cancelled: each batch is one line. */
const finishedMany: Scene = {
  name: 'finishedMany',
  async prepare(page) {
    await takeDemo(page)
    await page.getByRole('button', { name: 'Pause queue' }).click()
    const form = page.getByRole('region', { name: 'Compose' })
    for (const subject of subjects)
      for (const season of seasons) {
        const prompt = `${subject} in ${season}, {oil|ink|chalk|wool|tin}, {noon|dusk|night|dawn|rain}, {1|2|3|4|5|6|7|8|9|10}`
        await form.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
        await form.getByRole('button', { name: /^Generate/ }).click()
        await page.getByRole('button', { name: 'Queue 250 requests' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    await page.getByRole('region', { name: 'Waiting 10,000' }).waitFor()
    await page.getByRole('button', { name: 'Cancel everything' }).click()
    await page.getByRole('region', { name: 'Finished 10,000' }).waitFor()
  },
}

export default finishedMany
