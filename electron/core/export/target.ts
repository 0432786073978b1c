import type { WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'

/** What joins the commit that says so. */
type Noted = () => void

export interface WrittenAt {
  /** Inside the destination, or the ZIP. */
  readonly path: string
  /** What it says was removed, and its pixels hide a text. */
  readonly hidesText: boolean
  /** A folder that has to be synced before that, with those above it, up to the destination that it is in. */
  readonly unsynced: { readonly path: string; readonly destination: string } | null
  readonly noted: Noted
}

export type RemoveRest = (found: (file: WaitingFile, written: WrittenAt) => void) => Promise<void>

/** Where an export writes: files in folders, or a ZIP. */
export interface Target {
  /** Before files are written, also if that was begun already. Throws AppFailure, NotNow and the system's errors. */
  open(run: StoredExport): Promise<void>
  /** Writes an image: all of it, or nothing. Throws AppFailure if it can't be written, and NotNow if none can be. */
  write(run: StoredExport, file: WaitingFile): Promise<WrittenAt>
  /**
   * All images are written that can be. Null if the run was ended in the meantime. Throws NotNow and the system's errors.
   */
  finish(run: StoredExport): Promise<Noted | null>
  /**
   * The run is about to be ended; removes what isn't complete, once nothing is being written any more. `found` is called for
   * files that are complete though they still wait: a kill came before that was noted.
   */
  givingUp(run: StoredExport): RemoveRest
}
