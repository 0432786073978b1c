import type { Locator } from '@playwright/test'
import { prompts } from '../../scripts/screenshots/languages'
import { resize } from '../../scripts/screenshots/resize'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, reconnect, tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

const { chinese, japanese, korean, arabic, emoji } = prompts
const written = { chinese, japanese, korean, arabic, emoji }

/** The fonts that Chromium drew the words of an element with. */
async function fontsOf({ page }: RunningApp, element: Locator): Promise<readonly string[]> {
  const mark = 'data-fonts-of'
  await element.evaluate((marked, name) => marked.setAttribute(name, ''), mark)
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[${mark}]` })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName }) => familyName)
  } finally {
    await session.detach()
    await element.evaluate((marked, name) => marked.removeAttribute(name), mark)
  }
}

/**
 * The characters of a text that, in an element's font, are drawn like a character that no font has. Runs in the page.
 */
function boxesIn(element: Element, text: string): readonly string[] {
  const { fontSize, fontFamily } = getComputedStyle(element)
  const draw = (character: string): string => {
    const canvas = document.createElement('canvas')
    canvas.width = 48
    canvas.height = 32
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.font = `${fontSize} ${fontFamily}`
    context.fillText(character, 4, 22)
    return context.getImageData(0, 0, 48, 32).data.join()
  }
  const nothing = draw('')
  // Not assigned to any character.
  const missing = draw('\u{378}')
  return [...text].filter(
    (character) => !/[\s\p{Cf}\p{M}]/u.test(character) && [nothing, missing].includes(draw(character)),
  )
}

/** The queue and the details have a column each. */
const roomy = { width: 1920, height: 1080 }

test('prompts in Chinese, Japanese, Korean, Arabic and emoji are readable in every part of the window', async ({
  app,
}) => {
  const { page } = app
  await resize(page, app.electron, roomy)
  for (const [at, [language, prompt]] of Object.entries(written).entries()) {
    await generate(page, { prompt, mode: 'Direct' })
    const saved = galleryOf(page).region.getByRole('option', { name: /saved$/ })
    await expect(saved).toHaveCount(at + 1)
    await saved.first().click()
    const places = {
      form: composeOf(page).prompt,
      queue: queueOf(page).region.getByText(prompt, { exact: true }).first(),
      // Its caption.
      gallery: saved.first().getByText(prompt, { exact: true }),
      // Its batch may have the same name.
      details: page.getByRole('complementary').getByText(prompt, { exact: true }).first(),
    }
    for (const [place, element] of Object.entries(places)) {
      await expect(element).toBeVisible()
      let fonts: readonly string[] = []
      // The window may replace an element between two questions about it.
      await expect(async () => {
        fonts = await fontsOf(app, element)
      }).toPass()
      console.log(`${language}, ${place}: ${fonts.join(', ')}`)
      expect.soft(await element.evaluate(boxesIn, prompt), `boxes, ${language}, ${place}`).toEqual([])
      // The window's own font has only letters.
      expect.soft(fonts, `${language}, ${place}`).not.toEqual(['Inter'])
    }
  }
})

test('a prompt that runs from right to left is aligned and cut off at the correct side', async ({
  app,
  serve,
}) => {
  const { page } = app
  const service = await serve({ key: 'sk-1', drawsAtFirst: 0 })
  await reconnect(app, service)
  await resize(page, app.electron, roomy)
  await composeOf(page).prompt.fill(arabic)
  const direction = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).direction)
  expect(await direction(composeOf(page).prompt)).toBe('rtl')
  const prompt = `${arabic} ::`
  await generate(page, { prompt })
  const coming = galleryOf(page).region.getByRole('option', { name: /generating|running/i })
  await expect(coming).toBeVisible()
  expect(await direction(coming.getByText(arabic))).toBe('rtl')
  expect(await direction(queueOf(page).region.getByText(prompt).first())).toBe('rtl')
  service.release()
  const saved = galleryOf(page).region.getByRole('option', { name: /::.*saved$/ })
  await expect(saved).toHaveCount(1)
  await saved.click()
  expect(await direction(page.getByRole('complementary').getByText(arabic).first())).toBe('rtl')
  // The sentence around it keeps its own order.
  await expect(page.getByRole('option', { name: `\u2068${prompt}\u2069, image 1 of 1, saved` })).toBeVisible()
})
