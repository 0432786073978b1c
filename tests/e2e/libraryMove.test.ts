import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { filesBelow, sha256Of } from './fixtures/profile'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'
import { violations } from './fixtures/violations'

const before = 60
const meanwhile = 12

test('a library is moved from Settings while images arrive, killed in the middle and finished by the next start', async ({
  launch,
  profile,
}) => {
  const target = join(profile.exports, 'moved')
  await mkdir(target, { recursive: true })
  const demo = { taskMs: 100, slots: 16 }
  const first = await launch(profile, { demo })
  await tryDemo(first.page)
  await first.ask('preferences.change', { askAboveRequests: null })
  await generate(first.page, { prompt: 'A pier', images: before })
  const saved = async ({ ask }: typeof first) => (await ask('gallery.count', { text: '' })).total
  await expect.poll(() => saved(first)).toBe(before)
  await first.answerOpenDialogs(target)
  const move = first.page.getByRole('button', { name: 'Move the library', exact: true })
  const askToMove = async () => {
    await first.page.getByRole('button', { name: 'Settings' }).click()
    await first.page.getByRole('button', { name: 'Move the library…' }).click()
    await expect(move).toBeVisible()
  }
  await askToMove()
  expect.soft(await violations(first.page), 'the question').toEqual([])
  await first.page.keyboard.press('Escape')
  await first.page.keyboard.press('Escape')
  await expect(first.page.getByRole('dialog')).toHaveCount(0)

  await generate(first.page, { prompt: 'A buoy', images: meanwhile })
  await askToMove()
  await move.click()
  const movedTo = async () =>
    (await filesBelow(target)).filter((path) => path.includes('a-pier') && !path.includes('.cyanotype'))
      .length
  await expect.poll(movedTo, { intervals: [5] }).toBeGreaterThan(0)
  await first.kill()
  expect((await filesBelow(profile.library)).filter((path) => path.endsWith('.png')).length).toBeGreaterThan(
    0,
  )

  const second = await launch(profile, { demo })
  await second.page.getByRole('button', { name: /^The library was moved/ }).click()
  const settings = second.page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByText(target, { exact: true })).toBeVisible()
  await expect(settings.getByText(/^\d+ images were moved\.$/)).toBeVisible()
  expect.soft(await violations(second.page), 'the end').toEqual([])
  await expect.poll(() => saved(second)).toBe(before + meanwhile)

  const { rows } = await second.ask('gallery.page', { text: '', offset: 0, limit: 200 })
  for (const { id } of rows) {
    const { file, sha256 } = await second.ask('images.details', { id })
    expect(await sha256Of(join(target, file))).toBe(sha256)
  }
  await expect.poll(() => readdir(profile.library)).toEqual([])
  await settings.getByRole('button', { name: 'OK' }).click()
  await second.page.keyboard.press('Escape')
  await expect(galleryOf(second.page).tile('A pier', 1, 1, 'saved').first()).toBeVisible()
  expect(existsSync(join(target, '.cyanotype', 'moving'))).toBe(false)
  await second.quit()
})
