import { generate, seeInQueue, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { addStudio, startService } from '../screenshots/service.ts'

/** Something other than the service answers each request with a word, and calls it HTML as many servers do. */
const textAnswer: Scene = {
  name: 'textAnswer',
  async prepare(page) {
    const url = await startService((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('OK')
    })
    await takeDemo(page)
    await addStudio(page, url)
    await generate(page, 'A lighthouse on a basalt cliff', 6)
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor()
    await seeInQueue(page, /text that isn’t JSON/)
    const queue = page.getByRole('region', { name: 'Queue' })
    await queue
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /^(Show them|Details)$/ }).click()
  },
}

export default textAnswer
