import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { composeOf, firstRunOf, galleryOf, tableOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'

test('what is deleted in the gallery and in a table comes back, each by its own undo, by keyboard alone', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { keyboard } = page
  const compose = composeOf(page)
  const gallery = galleryOf(page)
  const images = (count: number) => expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(count)
  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)

  await step('three images', async () => {
    await reach(firstRunOf(page).demo)
    await keyboard.press('Enter')
    await expect(compose.prompt).toBeVisible()
    await generateByKeys(page, reach, { prompt: 'A heron on ice', images: 3 })
    await images(3)
  })
  await step('deleted', async () => {
    await reach(gallery.tiles('A heron on ice'))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.press('Delete')
    await images(0)
  })
  await step('undone', async () => {
    await keyboard.press('ControlOrMeta+Z')
    await images(3)
  })
  await step('deleted again, by redo', async () => {
    await keyboard.press('ControlOrMeta+Shift+Z')
    await images(0)
  })
  await step('undone by the button of the toast', async () => {
    await reach(page.getByRole('status').getByRole('button', { name: 'Undo' }))
    await keyboard.press('Enter')
    await images(3)
  })
  await step('one of them deleted', async () => {
    await reach(gallery.tiles('A heron on ice'))
    await keyboard.press('ArrowRight')
    await keyboard.press('Delete')
    await images(2)
  })

  const rows = join(profile.folder, 'rows.csv')
  await writeFile(rows, 'prompt,size\na chair,512x512\na lamp,1024x1024')
  await app.answerOpenDialogs(rows)
  await keyboard.press('ControlOrMeta+o')
  const { focusedCell, dialog } = tableOf(page)
  await expect(focusedCell).toHaveText('a chair')
  await keyboard.press('ArrowRight')
  await expect(focusedCell).toHaveText('512x512')
  await keyboard.press('Delete')
  await keyboard.press('Enter')
  await keyboard.press('ArrowUp')
  await expect(focusedCell).toHaveText('—')
  await keyboard.press('ControlOrMeta+Z')
  await expect(focusedCell).toHaveText('512x512')
  await keyboard.press('ControlOrMeta+Shift+Z')
  await expect(focusedCell).toHaveText('—')
  for (let presses = 0; presses < 3; presses++) await keyboard.press('ControlOrMeta+Z')
  await expect(focusedCell).toHaveText('512x512')
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await images(2)

  await reach(gallery.tiles('A heron on ice'))
  await keyboard.press('ControlOrMeta+Z')
  await images(3)
})
