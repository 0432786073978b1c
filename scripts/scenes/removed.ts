import { generate } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'
import { answerJson, connectStudio, startTaking } from '../screenshots/service.ts'

/** A service that accepts requests, but refuses the key when their tasks are polled. */
const startRefusing = () =>
  startTaking((_, response) =>
    answerJson(response, 401, { error: { code: 'invalid_key', message: 'This key was revoked.' } }),
  )

/** A connection that was removed while its tasks ran, and whose key is refused. */
const removed: Scene = {
  name: 'removed',
  async prepare(page) {
    await page.getByRole('button', { name: 'Connect a service' }).click()
    await connectStudio(page, await startRefusing())
    await generate(page, 'Cyanotype of a fern, deckled paper')
    await page.getByRole('button', { name: 'Replace key' }).first().waitFor()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Remove Studio' }).click()
    await page.getByRole('button', { name: 'Remove connection' }).click()
    await page.getByRole('button', { name: 'Remove Studio' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Try the demo service' }).click()
    await page.getByRole('button', { name: 'Bring the connection back' }).waitFor()
  },
}

export default removed
