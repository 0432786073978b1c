import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, answerDone, startTaking } from '../screenshots/service.ts'

/** A service that finishes at once, and whose images are on another host. */
const startBeside = () =>
  startTaking(({ url }, response) => answerDone(response, url, (id) => `http://192.168.1.40:9000/${id}.png`))

/** An image has an address inside the network, and the user is asked about it. */
const hostQuestion: Scene = {
  name: 'hostQuestion',
  async prepare(page) {
    await takeDemo(page)
    await addStudio(page, await startBeside(), { 'Background slots': 1 })
    await queue(page, 'Rain on a tin roof', 5)
    await page.getByRole('button', { name: 'Allow this address' }).first().waitFor()
  },
}

export default hostQuestion
