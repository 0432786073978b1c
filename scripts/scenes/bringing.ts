import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { queue, seeImages, takeDemo } from '../screenshots/demo.ts'
import type { Scene } from '../screenshots/scene.ts'

/** A folder of images, before any of it is copied. */
const bringing: Scene = {
  name: 'bringing',
  demo: { taskMs: 200, slots: 8 },
  async prepare(page, electron) {
    await takeDemo(page)
    await queue(page, 'Cyanotype of a fern, deckled paper', 4)
    await seeImages(page, 4)
    const folder = await mkdtemp(join(tmpdir(), 'cyanotype-pictures-'))
    for (let at = 0; at < 24; at++) {
      const picture = sharp({
        create: { width: 640 + at, height: 480, channels: 3, background: { r: 10 * at, g: 96, b: 128 } },
      })
      const told = at < 18 ? picture.withExif({ IFD0: { ImageDescription: `A fern, try ${at}` } }) : picture
      await writeFile(join(folder, `${at}.jpg`), await told.jpeg().toBuffer())
    }
    await writeFile(join(folder, 'notes.md'), 'ferns')
    await writeFile(join(folder, 'contact sheet.pdf'), 'ferns')
    await electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await page.keyboard.press('ControlOrMeta+,')
    await page.getByRole('button', { name: 'Bring in a folder…' }).click()
    await page.getByRole('button', { name: 'Bring in 24 images' }).waitFor()
  },
}

export default bringing
