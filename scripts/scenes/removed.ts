import { createServer } from 'node:http'
import { generate } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** A service that takes requests, and refuses the key to whoever asks for their tasks. */
async function startService(): Promise<string> {
  let posts = 0
  const server = createServer((request, response) => {
    request.resume()
    const isPaid = request.method === 'POST'
    if (isPaid) posts += 1
    response
      .writeHead(isPaid ? 200 : 401, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          isPaid
            ? { task_id: `task-${posts}`, status: 'pending', data: [{ url: null, status: 'pending' }] }
            : { error: { code: 'invalid_key', message: 'This key was revoked.' } },
        ),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Nothing waits for it at the end.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A connection that was removed while its tasks ran, and whose key is refused. */
const removed: Scene = {
  name: 'removed',
  async prepare(page) {
    await page.getByRole('button', { name: 'Connect a service' }).click()
    const form = page.getByRole('dialog', { name: 'Connection', exact: true })
    const typed = { Name: 'Studio', 'Base URL': await startService(), Models: 'painter-1' }
    for (const [label, value] of Object.entries(typed))
      await form.getByRole('textbox', { name: label, exact: true }).fill(value)
    await form.getByLabel('API key', { exact: true }).fill('sk-scene')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
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
