import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '../screenshots/scene.ts'
import upkeep from './upkeep.ts'

/** What a rebuild from files did: records of images that aren't in the gallery, none of which can be brought back. */
const rebuilt: Scene = {
  ...upkeep,
  name: 'rebuilt',
  async prepare(page, app) {
    await upkeep.prepare(page, app)
    await page.getByRole('button', { name: 'Settings' }).click()
    const library = page.getByRole('region', { name: 'Library folder' })
    const folder = join((await library.locator('p').first().textContent()) ?? '', '.cyanotype/records')
    const [record = ''] = await readdir(folder)
    for (const n of [1, 2, 3])
      await writeFile(join(folder, record.replace(/^.{6}/, `00000${n}`)), n === 1 ? '{"version":2}' : '{')
    await page.getByRole('button', { name: 'Rebuild from files' }).click()
    await library.getByText('2 can’t be brought back: their records can’t be read.').waitFor()
    await page.getByRole('button', { name: 'Rebuild from files' }).scrollIntoViewIfNeeded()
  },
}

export default rebuilt
