import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock, Logger } from '../../ports'
import type { FolderGates } from '../folderGates'
import type { Gallery } from '../gallery'
import type { ImageThumbnails } from '../imageThumbnails'
import type { Imaging } from '../imaging'
import type { LibraryFolders } from '../libraryFolders'
import { createChangedPictures } from './changedPictures'
import { createUpkeep, type Upkeep } from './createUpkeep'
import { createFreeFiles } from './freeFiles'
import { createLibraryCheck } from './libraryCheck'
import { createLibraryFiles } from './libraryFiles'
import { createUpkeepRows } from './upkeepRows'

/** The care of the library, put together. */
export function openUpkeep(deps: {
  readonly db: Database
  readonly gallery: Pick<Gallery, 'rows' | 'outside' | 'repainted'>
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly pictures: Pick<ImageThumbnails, 'forget'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
  /** An item whose file is in place and whose row is about to be written. */
  readonly isBeingPlaced: (jobId: string, index: number) => boolean
  readonly tidied: () => Promise<void>
  /** Images changed in the gallery. */
  readonly onImages: () => void
  readonly onRelinked: () => void
  /** See `Upkeep.state`. */
  readonly onChange: () => void
}): Upkeep {
  const { gallery, pictures: thumbnails, onImages, onRelinked } = deps
  const rows = createUpkeepRows(deps.db)
  const files = createLibraryFiles(deps)
  const free = createFreeFiles({ ...deps, rows, images: gallery.rows, files })
  const pictures = createChangedPictures({
    ...deps,
    rows,
    thumbnails,
    onRepainted(number) {
      gallery.repainted(number)
      onImages()
    },
  })
  const libraryCheck = createLibraryCheck({
    ...deps,
    ...{ rows, files, free, pictures },
    onWritten(states) {
      if (gallery.outside.note(states)) onImages()
    },
    onRelinked() {
      onImages()
      onRelinked()
    },
  })
  return createUpkeep({ ...deps, libraryCheck })
}
