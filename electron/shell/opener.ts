import { lstat, stat } from 'node:fs/promises'
import { AppFailure, appError } from '@shared/errors'
import { shell } from 'electron'
import type { Opener } from '../core/ports'

/** Endings of names that the system opens as an image, whatever is in the file. */
const imageName = /\.(png|jpg|webp|gif|avif)$/

/** The system's file manager, trash and browser. Opens folders, https pages and images, never another file. */
export function createOpener(): Opener {
  return {
    reveal: (path) => shell.showItemInFolder(path),
    async openFolder(path) {
      if (!(await stat(path)).isDirectory()) throw new AppFailure(appError('notAllowed'))
      const problem = await shell.openPath(path)
      if (problem !== '') throw new Error(`The file manager did not open the folder: ${problem}`)
    },
    async openImage(path) {
      if (!imageName.test(path) || !(await lstat(path)).isFile()) throw new AppFailure(appError('notAllowed'))
      const problem = await shell.openPath(path)
      if (problem !== '') throw new Error(`No program opened the image: ${problem}`)
    },
    async openExternal(url) {
      const page = URL.canParse(url) ? new URL(url) : null
      if (page?.protocol !== 'https:') throw new AppFailure(appError('notAllowed'))
      // Open it as it was parsed here: how another parser would read the text doesn't matter then.
      await shell.openExternal(page.href)
    },
    trash: (path) => shell.trashItem(path),
  }
}
