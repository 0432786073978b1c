import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scene } from '../screenshots/scene.ts'
import exporting from './exporting.ts'

/** The same export at its end: the file of one image had gone from the library. */
const exportEnded: Scene = {
  ...exporting,
  name: 'exportEnded',
  async prepare(page, electron) {
    await exporting.prepare(page, electron)
    const profile = await electron.evaluate(({ app }) => app.getPath('userData'))
    const files = await readdir(profile, { recursive: true })
    const gone = files.find((file) => /fern-deckled-paper.*\.png$/.test(file))
    if (gone === undefined) throw new Error('the library has no image')
    await rm(join(profile, gone))
    await page.getByRole('button', { name: 'Export 24 files' }).click()
    // What was queued is told first, as long as the pointer is on it.
    await page.mouse.move(640, 300)
    await page.getByRole('button', { name: 'Try the rest again' }).focus()
  },
}

export default exportEnded
