import type { FileDigests } from './fileDigests'
import type { FolderGates } from './folderGates'
import type { FolderLanes } from './folderLanes'
import type { Gallery } from './gallery'
import type { ImagePlacing } from './imagePlacing'
import type { ImageRecord } from './imageRecords'
import type { ImageThumbnails } from './imageThumbnails'
import type { IncomingFiles } from './incomingFiles'
import type { LibraryFolders } from './libraryFolders'
import type { LibraryProfiles } from './libraryProfiles'
import type { MoveRows } from './moveRows'

/** What the library shares with its move and its upkeep. */
export interface LibraryGround {
  readonly rows: MoveRows
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask' | 'open' | 'close'>
  readonly lanes: Pick<FolderLanes, 'run'>
  readonly placing: Pick<ImagePlacing, 'makeFolders' | 'putBack' | 'secure'>
  readonly digests: FileDigests
  /** Images whose files are removed or moved, by id: only by one at a time. */
  readonly inHand: Set<string>
  /** Bytes that stay free in a library. */
  readonly reserve: () => number
  /** The record of an image at `file`; null if its row is gone. */
  readonly record: (number: number, file: string) => ImageRecord | null
  /** See `LibraryFolders.holder`; also null while a folder that may have the file doesn't answer. */
  readonly holderOf: (imageId: string) => Promise<string | null>
  /** Downloads that began there may still be put in place there. */
  readonly isGathering: (folder: string) => boolean
  readonly incoming: IncomingFiles
  readonly profiles: LibraryProfiles
  readonly gallery: Pick<Gallery, 'rows' | 'outside' | 'repainted'>
  readonly pictures: Pick<ImageThumbnails, 'forget'>
  /** An item whose file is in place and whose row is about to be written. */
  readonly isBeingPlaced: (jobId: string, index: number) => boolean
  /** An item whose image is still to come: its delivery knows a file that is in place. */
  readonly isAwaited: (jobId: string, index: number) => boolean
  /** A job, or what is brought in, of this profile. */
  readonly isOwn: (jobId: string) => boolean
  /** Images have rows again: the gallery shows them, and their texts are indexed. */
  readonly onRestored: () => void
  /** Resolves once no folder is being tidied: files without a row have one by then, if that can be. */
  readonly tidied: () => Promise<void>
  /** Records of images are out of date: they are written in the background. */
  readonly recordAgain: () => void
}
