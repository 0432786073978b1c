import type { FolderGates } from './folderGates'
import type { FolderLanes } from './folderLanes'
import type { ImagePlacing } from './imagePlacing'
import type { ImageRecord } from './imageRecords'
import type { LibraryFolders } from './libraryFolders'
import type { MoveRows } from './moveRows'

/** What the library and its move share. */
export interface LibraryGround {
  readonly rows: MoveRows
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly lanes: Pick<FolderLanes, 'run'>
  readonly placing: Pick<ImagePlacing, 'makeFolders'>
  /** Images whose files are removed or moved, by id: only by one at a time. */
  readonly inHand: Set<string>
  /** Bytes that stay free in a library. */
  readonly reserve: () => number
  /** The record of an image at `file`; null if its row is gone. */
  readonly record: (number: number, file: string) => ImageRecord | null
  /** Downloads that began there may still be put in place there. */
  readonly isGathering: (folder: string) => boolean
}
