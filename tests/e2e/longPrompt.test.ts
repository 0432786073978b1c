import type { Locator } from '@playwright/test'
import { resize } from '../../scripts/screenshots/resize'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

const usual = { width: 1280, height: 800, zoom: 1 }
const words = 'A heron on a basalt cliff at first light, seen from the water. '
const long = words.repeat(40).slice(0, 2000)

/** Pastes from the system's clipboard. */
async function paste({ electron, page }: RunningApp, field: Locator, text: string): Promise<void> {
  await electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect(field).toHaveValue(text)
}

/**
 * What begins between the top of the field and its end, and whether the field stays within its region or dialog and
 * scrolls there.
 */
function placeOf(field: Locator) {
  return field.evaluate((area) => {
    const own = area.getBoundingClientRect()
    const region = area.closest('section, [role=dialog]') ?? document.body
    const covered = [...region.querySelectorAll('input, button, label, textarea, [role=combobox]')].filter(
      (other) => {
        const { top, left, right, width, height } = other.getBoundingClientRect()
        if (other === area || width === 0 || height === 0) return false
        return top > own.top && top < own.bottom - 1 && left < own.right && right > own.left
      },
    )
    return {
      covers: covered.map((other) => other.ariaLabel ?? other.textContent ?? other.id),
      within: own.bottom <= region.getBoundingClientRect().bottom,
      scrolls: area.scrollHeight > area.clientHeight && area.scrollTop > 0,
    }
  })
}

const inPlace = { covers: [], within: true, scrolls: true }

for (const { width, height, zoom } of [
  usual,
  { width: 860, height: 800, zoom: 1 },
  { width: 1280, height: 800, zoom: 2 },
]) {
  test(`2,000 pasted characters scroll inside the prompt at ${width}x${height}, ${zoom * 100} %`, async ({
    app,
  }) => {
    const { electron, page } = app
    await resize(page, electron, { width, height, zoom })
    const { prompt } = composeOf(page)
    await paste(app, prompt, long)
    await expect.poll(() => placeOf(prompt)).toEqual(inPlace)
    // A low window scrolls as a whole.
    if (height / zoom < 500) await composeOf(page).generate.scrollIntoViewIfNeeded()
    await expect(composeOf(page).generate).toBeInViewport({ ratio: 1 })
  })
}

test('in a low window no part of the gallery covers the fields of the form', async ({ app }) => {
  const { electron, page } = app
  await resize(page, electron, { width: 1280, height: 800, zoom: 2 })
  await paste(app, composeOf(page).prompt, long)
  await page.getByRole('button', { name: 'Show all fields', exact: true }).click()
  await expect(composeOf(page).model).toBeInViewport({ ratio: 1 })
  const over = await galleryOf(page).region.evaluate((gallery) =>
    [...gallery.querySelectorAll('*')].filter((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      const seen = document.elementFromPoint(x + width / 2, y + height / 2)
      return y + height / 2 > gallery.getBoundingClientRect().bottom && gallery.contains(seen)
    }),
  )
  expect(over).toEqual([])
})

test('2,000 pasted characters scroll inside the fields of a prompt’s variable and of a waiting request', async ({
  app,
}) => {
  const { page, electron } = app
  await resize(page, electron, usual)
  const { prompt, region } = composeOf(page)
  await prompt.fill('A {{bird}}')
  const variable = region.getByRole('textbox', { name: '{{bird}}', exact: true })
  await paste(app, variable, long)
  await expect.poll(() => placeOf(variable)).toEqual(inPlace)

  await queueOf(page).pause.click()
  await generate(page, { prompt: 'A heron' })
  await queueOf(page)
    .region.getByRole('button', { name: /^More for A heron/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit a waiting request' }).getByRole('textbox', {
    name: 'Prompt',
    exact: true,
  })
  await paste(app, edited, long)
  await expect.poll(() => placeOf(edited)).toEqual(inPlace)
})
