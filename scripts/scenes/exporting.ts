import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** Images that are to be exported for a web page and into an archive in one go. */
const exporting: Scene = {
  name: 'exporting',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page, electron) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 12)
    await seeImages(page, 12)
    const folder = await mkdtemp(join(tmpdir(), 'site-'))
    await electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await page.getByRole('option', { name: /saved/ }).first().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+e')
    await page.getByRole('radio', { name: 'Web' }).click()
    await page.getByRole('button', { name: 'Choose…' }).click()
    await page.getByRole('button', { name: 'Export 12 files' }).waitFor()
    await page.getByRole('checkbox', { name: 'Export by Archive' }).click()
    await page.getByRole('radio', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Choose…' }).click()
    await page.getByRole('button', { name: 'Export 24 files' }).waitFor()
    await page.getByRole('radio', { name: 'Web' }).click()
    await page.getByText('fern-deckled-paper-001.webp').waitFor()
  },
}

export default exporting
