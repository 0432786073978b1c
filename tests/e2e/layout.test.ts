import type { Locator, Page } from '@playwright/test'
import languages from '../../scripts/scenes/languages'
import { fillEverything, generate } from '../../scripts/screenshots/demo'
import { prompts } from '../../scripts/screenshots/languages'
import { resize } from '../../scripts/screenshots/resize'
import type { WindowSize } from '../../scripts/screenshots/scene'
import { openTable, plateRows } from '../../scripts/screenshots/tables'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { movedByHover } from './fixtures/hovering'
import { layoutFaults } from './fixtures/layoutFaults'
import { composeOf, firstRunOf, galleryOf, queueOf } from './fixtures/regions'

const test = testOnOneApp(undefined, { demo: languages.demo ?? {} })

const usual: WindowSize = { width: 1280, height: 800 }
const narrow: WindowSize = { width: 860, height: 800 }
const whole: readonly WindowSize[] = [
  narrow,
  { width: 1000, height: 700 },
  usual,
  { width: 1920, height: 1080 },
]
const large = (size: WindowSize): WindowSize => ({ ...size, zoom: 2 })
const everySize = [...whole, ...whole.map(large)]
/** The size where dialogs have the least room. */
const tight = [narrow, large(usual), large(narrow)]

const sizeName = ({ width, height, zoom = 1 }: WindowSize): string => `${width}x${height} at ${zoom * 100} %`

/** Faults by their text, each with where it was seen. */
interface Findings {
  readonly look: (scene: string, sizes: readonly WindowSize[]) => Promise<void>
  readonly hover: (scene: string, size: WindowSize) => Promise<void>
  readonly lines: () => readonly string[]
}

function createFindings({ page, electron }: RunningApp): Findings {
  const found = new Map<string, string[]>()
  const note = (fault: string, where: string): void => {
    if (!found.has(fault)) console.log(`${where}: ${fault}`)
    found.set(fault, [...(found.get(fault) ?? []), where])
  }
  return {
    async look(scene, sizes) {
      for (const size of sizes) {
        await resize(page, electron, size)
        for (const fault of await page.evaluate(layoutFaults)) note(fault, `${scene}, ${sizeName(size)}`)
      }
    },
    async hover(scene, size) {
      await resize(page, electron, size)
      for (const fault of await movedByHover(page)) note(fault, `${scene}, ${sizeName(size)}`)
    },
    lines: () => [...found].map(([fault, places]) => `${fault}\n    ${places.join('; ')}`),
  }
}

/** Adds faults of every kind to the page, until the returned function is called. */
function plantFaults(): void {
  const plant = (name: string, styles: Partial<CSSStyleDeclaration>, html: string): void => {
    const element = document.createElement('div')
    element.className = 'planted'
    Object.assign(element.style, { position: 'fixed', left: '8px', zIndex: '99', ...styles })
    const child = document.createElement(name)
    Object.assign(child.style, { display: 'block' })
    child.textContent = html
    element.append(child)
    document.body.append(element)
  }
  plant('span', { top: '100px' }, 'the lower words')
  plant('span', { top: '104px' }, 'the upper words')
  plant(
    'span',
    { top: '140px', width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' },
    'words without their end',
  )
  plant(
    'button',
    { top: '180px', width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' },
    'a verb without its end',
  )
  plant('button', { top: `${innerHeight - 6}px` }, 'under the edge')
  plant('button', { top: '240px' }, 'a covered verb')
  plant('em', { top: '240px', width: '200px', height: '24px', background: 'rgb(0, 0, 0)' }, '.')
}

function removePlanted(): void {
  for (const element of document.querySelectorAll('.planted')) element.remove()
}

/** A button that pushes the next one away while the pointer is over it. */
function plantMoving(): void {
  const list = document.createElement('div')
  list.className = 'planted'
  Object.assign(list.style, { position: 'fixed', left: '8px', top: '300px', zIndex: '99' })
  for (const words of ['grows', 'is pushed']) {
    const button = document.createElement('button')
    button.textContent = words
    button.style.display = 'block'
    button.addEventListener('pointerenter', () => {
      button.style.height = '60px'
    })
    button.addEventListener('pointerleave', () => {
      button.style.height = ''
    })
    list.append(button)
  }
  document.body.append(list)
}

test('the layout check finds each kind of planted fault', async ({ app }) => {
  const { page } = app
  await expect(firstRunOf(page).demo).toBeVisible()
  const before = await page.evaluate(layoutFaults)
  await page.evaluate(plantFaults)
  const found = (await page.evaluate(layoutFaults)).filter((fault) => !before.includes(fault))
  expect(found.toSorted()).toEqual([
    'covered: button “a covered verb” by “.” (window)',
    'cut: button “a verb without its end” by what is around it (window)',
    'cut: button “under the edge” by the edge of the window (window)',
    'cut: “a verb without its end” by its own box (window)',
    'cut: “under the edge” by the edge of the window (window)',
    'cut: “words without their end” by its box, without a title (window)',
    'over each other: “the lower words” and “the upper words” (window)',
  ])
  await page.evaluate(removePlanted)
  expect(await page.evaluate(layoutFaults)).toEqual(before)

  expect(await movedByHover(page)).toEqual([])
  await page.evaluate(plantMoving)
  expect((await movedByHover(page)).join()).toContain('button “grows”')
  await page.evaluate(removePlanted)
})

async function inDialog(page: Page, open: () => Promise<unknown>, see: Locator, look: () => Promise<void>) {
  await open()
  await expect(see).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(see).toBeHidden()
  // It gives the focus back a moment after it is gone.
  await expect(page.locator(':focus')).toHaveCount(1)
}

test('no words overlap, nothing important is cut, everything is reachable, and hovering moves nothing', async ({
  app,
}) => {
  const { page, electron } = app
  const { look, hover, lines } = createFindings(app)
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()

  await expect(firstRunOf(page).demo).toBeVisible()
  await look('first run', everySize)
  await resize(page, electron, usual)
  await inDialog(
    page,
    () => firstRunOf(page).connect.click(),
    dialog('Connection'),
    () => look('a new connection', tight),
  )

  await resize(page, electron, usual)
  await languages.prepare(page, electron)
  await hover('full', usual)
  await hover('full', narrow)
  await look('full', everySize)

  await resize(page, electron, usual)
  await galleryOf(page).region.getByRole('option', { name: /saved/ }).last().click()
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText('Got')).toBeVisible()
  await look('full, details in front', everySize)
  await hover('full, details in front', usual)
  await page.keyboard.press('i')

  for (const size of [narrow, large(usual)]) {
    await resize(page, electron, size)
    await press('Show queue')
    await expect(
      queueOf(page)
        .region.getByRole('region', { name: /^Running|^Needs you/ })
        .first(),
    ).toBeVisible()
    await look('full, the queue shown', [size])
    await press('Hide queue')
  }
  await resize(page, electron, narrow)
  await press('Show all fields')
  await expect(composeOf(page).model).toBeVisible()
  await look('full, all fields shown', [narrow, large(usual)])

  await resize(page, electron, usual)
  await fillEverything(page)
  await look('a full form', [...whole, large({ width: 1920, height: 1080 })])
  await hover('a full form', usual)
  await composeOf(page).mode('Background').click()
  await inDialog(
    page,
    () => generate(page, prompts.arabic, 40),
    page.getByRole('dialog', { name: /^Queue 40/ }),
    () => look('a question', tight),
  )

  await resize(page, electron, usual)
  await queueOf(page).button('Batches').click()
  await page.getByRole('listbox', { name: 'Batches' }).getByRole('option').first().click()
  await expect(page.getByRole('region', { name: 'Batch', exact: true })).toBeVisible()
  await look('a batch shown alone', [usual, large({ width: 1920, height: 1080 })])
  await galleryOf(page).region.getByRole('button', { name: 'Show all batches' }).first().click()

  await inDialog(
    page,
    () => page.keyboard.press('ControlOrMeta+,'),
    dialog('Settings'),
    async () => {
      await look('settings', tight)
      await hover('settings', usual)
    },
  )
  // In a field it would be a letter.
  await galleryOf(page).region.getByRole('option').first().focus()
  await inDialog(
    page,
    () => page.keyboard.press('Shift+?'),
    dialog('Keyboard shortcuts'),
    () => look('shortcuts', tight),
  )
  await resize(page, electron, usual)
  await openTable(page, electron, { name: 'harbour.csv', text: plateRows(60, [7, 42]) })
  await look('table', [...whole, ...tight])
  await hover('table', usual)

  expect(lines().join('\n')).toBe('')
})
