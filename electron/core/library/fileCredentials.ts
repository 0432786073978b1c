import { AppFailure } from '@shared/errors'
import type { Clock, Logger } from '../ports'
import { systemCode } from '../systemCode'
import type { Gallery } from './gallery'
import { hopeless, type Imaging } from './imaging'
import type { LibraryFolders } from './libraryFolders'
import { oneByOne } from './oneByOne'

/** Which files have Content Credentials, of images that came before that was noted. */
export interface FileCredentials {
  /** Looks at each file, the newest first. Gives up as `oneByOne` does, until the next start. */
  catchUp(signal: AbortSignal): Promise<void>
}

/** Milliseconds of rest after each image. */
const restMs = 10

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

  return {
    catchUp: (signal) =>
      oneByOne(look, {
        highest: rows.highest,
        next: pictures.withUnreadCredentials,
        ...{ restMs, clock, signal },
      }),
  }
}
