import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, answerJson, startService } from '../screenshots/service.ts'

/** A service that finishes at once, but closes the connection when an image is fetched. */
async function startWithoutImages(): Promise<string> {
  let posts = 0
  return startService(({ method, url = '', headers }, response) => {
    if (url.startsWith('/images/')) {
      response.destroy()
      return
    }
    if (method === 'POST') {
      posts += 1
      answerJson(response, 200, {
        task_id: `task-${posts}`,
        status: 'pending',
        data: [{ url: null, status: 'pending' }],
      })
      return
    }
    const id = url.split('/').at(-1)
    const data = [{ url: `http://${headers.host}/images/${id}.png`, status: 'completed' }]
    answerJson(response, 200, { task_id: id, status: 'completed', progress: 100, data, error: null })
  })
}

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
