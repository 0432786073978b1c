import type { FolderGates } from './folderGates'
import type { Gallery } from './gallery'
import type { ImageThumbnails } from './imageThumbnails'
import type { LibraryFolders } from './libraryFolders'

/** What the library lends to those who take care of all its files. */
export interface LibraryGround {
  readonly gallery: Pick<Gallery, 'rows' | 'outside' | 'repainted'>
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly pictures: Pick<ImageThumbnails, 'forget'>
  /** An item whose file is in place and whose row is about to be written. */
  isBeingPlaced(jobId: string, index: number): boolean
  /** Resolves once no folder is being tidied: files without a row have one by then, if that can be. */
  tidied(): Promise<void>
  /** Records of images are out of date: they are written in the background. */
  recordAgain(): void
}
