import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock, Logger } from '../../ports'
import type { Imaging } from '../imaging'
import type { LibraryGround } from '../libraryGround'
import { createChangedPictures } from './changedPictures'
import { createUpkeep, type Upkeep } from './createUpkeep'
import { createFreeFiles } from './freeFiles'
import { createLibraryCheck } from './libraryCheck'
import { createLibraryFiles } from './libraryFiles'
import { createUpkeepRows } from './upkeepRows'

/** The care of the library, put together. */
export function openUpkeep(deps: {
  readonly ground: LibraryGround
  readonly db: Database
  readonly changes: Pick<Changes, 'announce'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly logger: Logger
}): Upkeep {
  const { ground, changes } = deps
  const { gallery, folders, pictures: thumbnails, recordAgain } = ground
  const onImages = () => changes.announce('gallery')
  const rows = createUpkeepRows(deps.db)
  const files = createLibraryFiles({ ...deps, ...ground })
  const free = createFreeFiles({ ...ground, rows, images: gallery.rows, files })
  const pictures = createChangedPictures({
    ...deps,
    ...{ rows, folders, thumbnails },
    onRepainted(number) {
      gallery.repainted(number)
      onImages()
    },
  })
  const libraryCheck = createLibraryCheck({
    ...{ rows, files, free, folders, pictures },
    onWritten(states) {
      if (gallery.outside.note(states)) onImages()
    },
    onRelinked() {
      onImages()
      recordAgain()
    },
  })
  const onChange = () => changes.announce('upkeep')
  return createUpkeep({ ...deps, libraryCheck, tidied: ground.tidied, onChange })
}
