import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, answerDone, startTaking } from '../screenshots/service.ts'

/** A service that finishes at once, but closes the connection when an image is fetched. */
const startWithoutImages = () =>
  startTaking(({ url, headers }, response) => {
    if (url?.startsWith('/images/')) response.destroy()
    else answerDone(response, url, (id) => `http://${headers.host}/images/${id}.png`)
  })

/** Images that are paid for can't be fetched, so the requests behind them wait. */
const undelivered: Scene = {
  name: 'undelivered',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 4)
    await seeImages(page, 4)
    await addStudio(page, await startWithoutImages(), { 'Background slots': 1, 'Images not on disk yet': 3 })
    await queue(page, 'Rain on a tin roof', 9)
    await page.getByRole('button', { name: 'Give up on these images' }).waitFor()
  },
}

export default undelivered
