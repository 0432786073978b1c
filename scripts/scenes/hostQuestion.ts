import { queue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, answerJson, startService } from '../screenshots/service.ts'

/** A service that finishes at once, and whose images are on another host. */
function startBeside(): Promise<string> {
  let posts = 0
  return startService(({ method, url = '' }, response) => {
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
    const data = [{ url: `http://192.168.1.40:9000/${id}.png`, status: 'completed' }]
    answerJson(response, 200, { task_id: id, status: 'completed', progress: 100, data, error: null })
  })
}

/** An image is inside the network, and the person is asked about its address. */
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
