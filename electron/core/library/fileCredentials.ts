import { AppFailure } from '@shared/errors'
import type { Clock, Logger } from '../ports'
import { systemCode } from '../systemCode'
import type { Gallery } from './gallery'
import { failuresMaximum } from './imageThumbnails'
import { hopeless, type Imaging } from './imaging'
import type { LibraryFolders } from './libraryFolders'

/** Which files have Content Credentials, of images that came before that was noted. */
export interface FileCredentials {
  /** Looks at each file, the newest first. Gives up until the next start as `ImageThumbnails.catchUp` does. */
  catchUp(signal: AbortSignal): Promise<void>
}

/** Milliseconds of rest after each image. */
const restMs = 10
const rowsAtOnce = 100

export function createFileCredentials(deps: {
  readonly gallery: Pick<Gallery, 'rows' | 'pictures'>
  readonly folders: Pick<LibraryFolders, 'locate'>
  readonly imaging: Pick<Imaging, 'provenance'>
  readonly clock: Pick<Clock, 'after'>
  readonly logger: Logger
}): FileCredentials {
  const { folders, imaging, clock, logger } = deps
  const { rows, pictures } = deps.gallery

  /** False if it failed, other than because the file is gone or is no image. */
  async function look(id: string): Promise<boolean> {
    const row = rows.file(id)
    if (row === null) return true
    try {
      const path = await folders.locate(row)
      if (path === null) return true
      const { hasCredentials } = await imaging.provenance(path)
      pictures.setCredentials(id, hasCredentials)
      return true
    } catch (problem) {
      const code = problem instanceof AppFailure ? problem.error.code : null
      // What is no image now may be one again, once another program has fetched the rest of it.
      if (code !== null && hopeless.has(code)) return true
      logger.warn('library.credentialsUnread', { image: id, reason: code ?? systemCode(problem) ?? 'bug' })
      return false
    }
  }

  const rest = () =>
    new Promise<void>((resolve) => {
      clock.after(restMs, resolve)
    })

  return {
    async catchUp(signal) {
      let failures = 0
      for (let before = rows.highest() + 1; !signal.aborted; ) {
        const some = pictures.withUnreadCredentials(before, rowsAtOnce)
        if (some.length === 0) return
        for (const { id, number } of some) {
          if (signal.aborted) return
          before = number
          failures = (await look(id)) ? 0 : failures + 1
          if (failures === failuresMaximum) return
          await rest()
        }
      }
    },
  }
}
