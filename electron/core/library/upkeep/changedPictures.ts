import { AppFailure } from '@shared/errors'
import type { Inspection } from '@shared/processes/imaging'
import type { Logger } from '../../ports'
import { isFileProblem } from '../../storageProblem'
import { systemCode } from '../../systemCode'
import type { ImageThumbnails } from '../imageThumbnails'
import { hopeless, type Imaging } from '../imaging'
import type { LibraryFolders } from '../libraryFolders'
import type { OtherPicture, UpkeepRows } from './upkeepRows'

/** Thumbnails show the file as it is, also one that was changed outside; and again what came, once that is back. */
export interface ChangedPictures {
  renew(signal: AbortSignal): Promise<void>
}

const rowsAtOnce = 50

export function createChangedPictures(deps: {
  readonly rows: Pick<UpkeepRows, 'otherPictures' | 'repaint'>
  readonly folders: Pick<LibraryFolders, 'locate'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly thumbnails: Pick<ImageThumbnails, 'forget'>
  readonly logger: Logger
  readonly onRepainted: (number: number) => void
}): ChangedPictures {
  const { rows, folders, imaging, thumbnails, logger, onRepainted } = deps

  /** Null for a file that isn't an image any more. */
  async function inspect(one: OtherPicture): Promise<Inspection | null | 'later'> {
    try {
      const path = await folders.locate(one)
      return path === null ? 'later' : await imaging.inspect(path)
    } catch (problem) {
      const code = problem instanceof AppFailure ? problem.error.code : null
      if (code !== null && hopeless.has(code)) return null
      logger.warn('library.notRepainted', { reason: code ?? systemCode(problem) ?? 'bug' })
      return 'later'
    }
  }

  /** False while a thumbnail of what was there before can't be removed: the next check tries again. */
  async function forgets(id: string): Promise<boolean> {
    try {
      await thumbnails.forget(id)
      return true
    } catch (problem) {
      if (!isFileProblem(problem)) throw problem
      logger.warn('library.notRepainted', { reason: systemCode(problem) })
      return false
    }
  }

  async function renewOne(one: OtherPicture): Promise<void> {
    const { id, number, picture } = one
    const found = await inspect(one)
    if (found === 'later' || !(await forgets(id))) return
    rows.repaint(number, picture, found)
    onRepainted(number)
  }

  return {
    async renew(signal) {
      for (let after = 0; ; ) {
        const some = rows.otherPictures(after, rowsAtOnce)
        if (some.length === 0) return
        for (const one of some) {
          if (signal.aborted) return
          after = one.number
          await renewOne(one)
        }
      }
    },
  }
}
