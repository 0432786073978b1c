import { expect, test } from './fixtures/app'
import { composeOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

test('a start, from the first line of the page to an image, logs no warnings', async ({ app }) => {
  const { page, electron } = app
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') said.push(message.text())
  })
  electron.process().stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    // A warning of an older Node, in a trial runtime, about a library we use.
    if (/warning/i.test(text) && !text.includes('Importing JSON modules')) said.push(text)
  })
  await tryDemo(page)
  // Listening from the beginning.
  await page.reload()
  await expect(composeOf(page).prompt).toBeVisible()
  await generate(page, { prompt: 'A heron on ice' })
  await expect(galleryOf(page).tiles('A heron on ice', 'saved')).toHaveCount(1)
  expect(said).toEqual([])
})
