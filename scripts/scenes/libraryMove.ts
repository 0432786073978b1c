import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** The library was moved, and Settings say how that ended. */
const libraryMove: Scene = {
  name: 'libraryMove',
  demo: { taskMs: 300, slots: 8 },
  async prepare(page, app) {
    await takeDemo(page)
    await queue(page, 'Isometric greenhouse at dusk', 6)
    await seeImages(page, 6)
    const target = await mkdtemp(join(tmpdir(), 'archive-'))
    await app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, target)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Move the library…' }).click()
    await page.getByRole('button', { name: 'Move the library', exact: true }).click()
    await page.getByText(/images were moved/).waitFor()
    await page.getByText(/images were moved/).scrollIntoViewIfNeeded()
  },
}

export default libraryMove
