import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'

/** Serves on a free port of this computer until the run ends. Returns its base URL. */
export async function startService(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Doesn't keep the process alive.
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  return `http://127.0.0.1:${address.port}`
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The same, accepting each request as a task; `answer` handles everything else. */
export function startTaking(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  let posts = 0
  return startService((request, response) => {
    if (request.method !== 'POST') return answer(request, response)
    posts += 1
    const data = [{ url: null, status: 'pending' }]
    answerJson(response, 200, { task_id: `task-${posts}`, status: 'pending', data })
  })
}

/** The task at this path is done; `imageUrl` returns the address of its image, given its id. */
export function answerDone(response: ServerResponse, path = '', imageUrl: (id: string) => string): void {
  const id = path.split('/').at(-1) ?? ''
  const data = [{ url: imageUrl(id), status: 'completed' }]
  answerJson(response, 200, { task_id: id, status: 'completed', progress: 100, data, error: null })
}

/** From the form of prompts to the same form on one more connection, replacing the demo service. */
export async function addStudio(...given: Parameters<typeof connectStudio>): Promise<void> {
  const [page] = given
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Add a connection' }).click()
  await connectStudio(...given)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Connection' }).click()
  await page.getByRole('option', { name: 'Studio' }).click()
}

/** Fills the open form of a new connection and saves it. `numbers`: further fields, under "Advanced". */
export async function connectStudio(
  page: Page,
  baseUrl: string,
  numbers: Readonly<Record<string, number>> = {},
): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Connection', exact: true })
  const typed = { Name: 'Studio', 'Base URL': baseUrl, Models: 'painter-1' }
  for (const [label, value] of Object.entries(typed))
    await form.getByRole('textbox', { name: label, exact: true }).fill(value)
  await form.getByLabel('API key', { exact: true }).fill('sk-scene')
  if (Object.keys(numbers).length > 0)
    await form.getByRole('button', { name: 'Advanced', exact: true }).click()
  for (const [label, value] of Object.entries(numbers))
    await form.getByRole('spinbutton', { name: label, exact: true }).fill(String(value))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
}
