import { mkdir, readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { letWordsPass } from './fixtures/passingWords'
import { batchOf, exportingOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

/** Finds a batch in the list of all by keyboard, and shows it alone. */
async function show(page: Page, words: string, name: string): Promise<void> {
  await queueOf(page).button('Batches').press('Enter')
  await page.getByRole('combobox', { name: 'Search batches' }).fill(words)
  const list = page.getByRole('listbox', { name: 'Batches' })
  await expect(list.getByRole('option', { name: new RegExp(`^${name}`) })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(galleryOf(page).region.getByText(`Batch: ${name}`)).toBeVisible()
  await expect(queueOf(page).button('Batches')).toBeFocused()
}

test('one of two batches is shown alone, paused, resumed, renamed, retried and exported', async ({
  app: { page, answerOpenDialogs },
  profile,
}) => {
  await tryDemo(page)
  const queue = queueOf(page)
  const gallery = galleryOf(page)
  const card = batchOf(page)
  await queue.pause.click()
  await generate(page, { prompt: 'A linen chair', images: 3 })
  await generate(page, { prompt: 'A harbour {at dawn|[fail] in fog|at dusk|[fail] in rain}' })
  await expect(queue.region.getByText('0 of 4 done')).toBeVisible()

  await show(page, 'chair', 'A linen chair')
  await expect(card.region).toContainText('0/3')
  await expect(queue.region.getByText('0 of 4 done')).toBeHidden()
  await expect(gallery.region.getByRole('option')).toHaveCount(1)
  await card.button('Pause batch').click()
  await expect(card.button('Resume batch')).toBeVisible()
  await queue.resume.click()
  await gallery.region.getByRole('button', { name: 'Show all batches' }).click()
  await expect(card.region).toBeHidden()

  await expect(gallery.tiles('A harbour at dawn', 'saved')).toHaveCount(1)
  await expect(gallery.tiles('A harbour at dusk', 'saved')).toHaveCount(1)
  await expect(queue.region.getByText('This batch is paused')).toBeVisible()
  expect(await demoPosts(profile)).toHaveLength(4)

  await show(page, 'harbour', 'A harbour')
  await expect(card.region).toContainText('2/4')
  await expect(card.region).toContainText('2 failed')
  await card.button('Rename').press('Enter')
  const name = card.region.getByRole('textbox', { name: 'Name of the batch' })
  await expect(name).toBeFocused()
  await name.fill('For the cover')
  await name.press('Escape')
  await expect(card.button('Rename')).toBeFocused()
  await card.button('Rename').press('Enter')
  await name.fill('For the calendar')
  await name.press('Enter')
  await expect(gallery.region.getByText('Batch: For the calendar')).toBeVisible()
  await expect(card.button('Rename')).toBeFocused()

  await card.button('Retry 2 failed, billed').click()
  const question = page.getByRole('dialog', { name: 'Send 2 new requests?' })
  await expect(question).toContainText('At your prices: about')
  expect(await demoPosts(profile)).toHaveLength(4)
  await question.getByRole('button', { name: 'Send 2', exact: true }).click()
  await expect.poll(async () => (await demoPosts(profile)).length).toBe(6)
  await expect(card.region).toContainText('2 failed')
  await expect(card.region).toContainText('2/4')

  const folder = profile.exports
  await mkdir(folder)
  await answerOpenDialogs(folder)
  await letWordsPass(page)
  await card.button('Export…').click()
  const exporting = exportingOf(page)
  await exporting.choose.click()
  await exporting.button('Export 2 files').click()
  await expect(page.getByText(`2 images exported to ${folder}`)).toBeVisible()
  expect((await readdir(folder)).toSorted()).toEqual([
    expect.stringMatching(/^001-a-harbour-at-dawn\.\w+$/),
    expect.stringMatching(/^003-a-harbour-at-dusk\.\w+$/),
  ])

  await card.button('Show all batches').click()
  await queue.button('More for A linen chair').click()
  await page.getByRole('menuitem', { name: 'Show this batch' }).click()
  await card.button('Resume batch').click()
  await expect(gallery.tiles('A linen chair', 'saved')).toHaveCount(3)
  await expect(gallery.region.getByRole('option')).toHaveCount(3)
  await expect(card.region).toContainText('3/3')
  expect(await demoPosts(profile)).toHaveLength(9)
})
