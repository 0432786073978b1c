import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** One image whose file was changed outside, and one whose file is gone: its details, after a check of the library. */
const upkeep: Scene = {
  name: 'upkeep',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page) {
    await takeDemo(page)
    await queue(page, 'A lighthouse on a basalt cliff at first light', 8)
    await seeImages(page, 8)
    await page.getByRole('button', { name: 'Settings' }).click()
    const library = page.getByRole('region', { name: 'Library folder' })
    const folder = (await library.locator('p').first().textContent()) ?? ''
    const files = (await readdir(folder, { recursive: true })).filter((file) => /^\d{4}\/.*\.\w+$/.test(file))
    const [gone = '', changed = ''] = files.toSorted()
    await rm(join(folder, gone))
    await writeFile(join(folder, changed), 'no image any more')
    await page.getByRole('button', { name: 'Check the library' }).click()
    await library.getByText('1 changed outside. 1 missing.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: /file missing$/ }).click()
    await page.keyboard.press('i')
    await page.getByText('The file isn’t in the library any more.').waitFor()
  },
}

export default upkeep
