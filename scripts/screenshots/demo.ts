import type { Page } from '@playwright/test'

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

/** Queues a prompt by the form. Words in square brackets make the demo service misbehave (`electron/demo/script.ts`). */
export async function queue(page: Page, prompt: string, images = 1): Promise<void> {
  await generate(page, prompt, images)
  // Many at once are asked about.
  if (images > 20) await page.getByRole('button', { name: `Queue ${images} requests` }).click()
  await page.getByRole('button', { name: 'Cancel batch' }).first().waitFor()
}

/** Waits for a text in the queue, in its column or its strip. */
export async function seeInQueue(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Queue' }).getByText(text).first().waitFor()
}

/** Waits until that many images are in the gallery, with their pictures there. */
export async function seeImages(page: Page, count: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role=option] img')]
    return pictures.length >= wanted && pictures.every((picture) => picture.complete)
  }, count)
}
