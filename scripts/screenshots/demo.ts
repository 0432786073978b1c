import type { Locator, Page } from '@playwright/test'

/** From the first-run screen to the form, on the demo service. */
export async function takeDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the demo service' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
}

/** Fills the form and presses Generate. */
export async function generate(page: Page, prompt: string, images = 1): Promise<void> {
  const compose = page.getByRole('region', { name: 'Compose' })
  await compose.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await compose.getByRole('spinbutton', { name: 'Images' }).fill(String(images))
  await compose.getByRole('button', { name: /^Generate/ }).click()
}

/** Fills every field of the form, for Direct. */
export async function fillEverything(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: 'Compose' })
  await form
    .getByRole('textbox', { name: 'Prompt' })
    .fill(
      'A {{bird}} on a basalt cliff at first light, {mist|rain|clear sky}, long exposure, the sea like silk, ' +
        'a narrow path with an iron rail, nobody in sight, seen from the water, 35 mm film, muted colours',
    )
  await form.getByRole('textbox', { name: '{{bird}}' }).fill('heron\ngull\nno bird')
  await form.getByRole('radio', { name: 'Direct' }).click()
  await form.getByRole('spinbutton', { name: 'Images' }).fill('2')
  await form.getByRole('combobox', { name: 'Size' }).fill('1536x1024')
  await form.getByRole('combobox', { name: 'Size' }).press('Escape')
  const references = form.getByRole('textbox', { name: 'Reference images' })
  await references.fill(
    [
      'https://images.example.com/2026/cliffs/basalt-at-dawn.jpg',
      'https://cdn.example.net/a/7f3c9e21d0/heron-standing-large.png?Expires=1795255200&Signature=kO3x',
      'https://museum.example.org/api/iiif/3/print-0412/full/max/0/default.jpg',
      'http://pictures.example/rail.webp',
      'https://a-very-long-subdomain-of-a-content-network.example.com/sea.avif',
    ].join(' '),
  )
  await references.press('Enter')
  await form.getByRole('listitem', { name: /^Reference 5/ }).waitFor()
}

/**
 * Queues a prompt through the form. Words in square brackets make the demo service misbehave
 * (`electron/demo/script.ts`).
 */
export async function queue(page: Page, prompt: string, images = 1): Promise<void> {
  const before = await queuedSoFar(page)
  await generate(page, prompt, images)
  // Queueing many at once opens a question.
  if (images > 20) await page.getByRole('button', { name: `Queue ${images} requests` }).click()
  // Only the count stays: the demo service may answer before the window is looked at.
  while ((await queuedSoFar(page)) === before);
}

/** How many requests the queue counts, ended ones too. */
function queuedSoFar(page: Page): Promise<number> {
  return page.evaluate<number>(`window.cyanotype
    .request('queue.overview', { limit: 1 })
    .then(({ value }) => Object.values(value.counts).reduce((sum, count) => sum + count))`)
}

/** Waits for a text in the queue, in its column or its strip. */
export async function seeInQueue(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Queue' }).getByText(text).first().waitFor()
}

/** Waits until this many images are in the gallery, with their pixels drawn. */
export async function seeImages(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pictures = [...document.querySelectorAll<HTMLElement>('[role=option] canvas')]
    return pictures.length >= wanted && pictures.every(({ dataset }) => dataset.shows === 'picture')
  }, count)
}

/**
 * Queues three batches: one done, one partly failed and one waiting. Opens the list of batches and returns the second.
 */
export async function listBatches(page: Page): Promise<Locator> {
  await takeDemo(page)
  await queue(page, 'Market street in rain, 35 mm', 3)
  await seeImages(page, 3)
  await queue(page, 'A harbour {at dawn|at dusk|in snow|under stars|[fail] in fog|[fail] in rain}')
  await seeInQueue(page, /2 failed/)
  await seeImages(page, 7)
  await page.getByRole('button', { name: 'Pause queue' }).click()
  await queue(page, 'Catalogue, spring: linen chair by a window', 12)
  await page.getByRole('button', { name: 'Batches' }).click()
  return page.getByRole('listbox', { name: 'Batches' }).getByRole('option', { name: /^A harbour/ })
}

/** Opens the extra fields of the form and types some; the dialog stays open. */
export async function typeExtraFields(
  page: Page,
  fields: readonly { readonly name: string; readonly value: string }[],
): Promise<void> {
  await page.getByRole('region', { name: 'Compose' }).getByRole('button', { name: 'Extra fields' }).click()
  for (const [at, { name, value }] of fields.entries()) {
    if (at > 0) await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('textbox', { name: `Name of field ${at + 1}` }).fill(name)
    await page.getByRole('textbox', { name: `Value of field ${at + 1}` }).fill(value)
  }
}
