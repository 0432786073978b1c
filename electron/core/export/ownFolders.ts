import { type AppError, appError } from '@shared/errors'
import { realpath } from '../drive'
import { isInside } from '../insidePath'
import { silence } from '../library/folderGates'
import { isInLibrary } from '../library/libraryFolders'
import type { LibraryGround } from '../library/libraryGround'
import type { Places } from '../ports'

/**
 * Cyanotype's own folders. Nothing is exported into them: in a library, a copy with an image's name would be taken for
 * that image.
 */
export interface OwnFolders {
  /** Why nothing is exported to a folder, however it is reached; null if it isn't one of these, or in one. */
  refusal(folder: string): Promise<AppError | null>
}

export function createOwnFolders({
  folders,
  gates,
  places,
}: Pick<LibraryGround, 'gates'> & {
  readonly folders: Pick<LibraryGround['folders'], 'all'>
  readonly places: Pick<Places, 'profile'>
}): OwnFolders {
  /** One that doesn't answer is known by its path. */
  async function realOf(folder: string): Promise<string> {
    const real = await gates.ask(folder, () => realpath(folder).catch(() => folder))
    return real === silence ? folder : real
  }

  return {
    async refusal(folder) {
      // That it isn't there is for others to tell.
      const real = await realpath(folder).catch(() => folder)
      if (await isInLibrary(real)) return ownFolderRefusal(folder)
      const own = await Promise.all([...folders.all(), places.profile].map(realOf))
      return own.some((one) => one === real || isInside(real, one)) ? ownFolderRefusal(folder) : null
    },
  }
}

export const ownFolderRefusal = (folder: string): AppError =>
  appError('exportFolderOwn', { params: { folder }, retry: 'free' })
