import type { ImagesCost } from '@shared/model/imageCost'
import type { ImageSelection } from '@shared/model/imageSelection'

/**
 * Deleted images: they stay where they are, hidden from every list but that of the trash, until the user sends them on
 * to the system's trash, or an expiry that the user set does.
 */
export interface Trash {
  /** `null`: of all it holds. */
  size(selection: ImageSelection | null): Promise<TrashSize>
  /**
   * Resolves with how many images are back, once all are. `missing`: how many of them have no file in any folder, as far
   * as folders answer; looked for if they are at most `fewImages`.
   */
  restore(selection: ImageSelection): Promise<{ readonly restored: number; readonly missing: number }>
  /**
   * Sends them, or all, on to the system's trash. A file outside the library stays where it is, and so does one that hasn't
   * the image's bytes. Resolves with how many images those are, once none of them can come back; their files follow in the
   * background.
   */
  discard(selection: ImageSelection | null): Promise<number>
}

export interface TrashSize {
  readonly images: number
  /** Of the files in the library. */
  readonly bytes: number
  /** How many of the images lie outside the library: their files stay. */
  readonly left: number
  /** How many of the others were changed outside before they were deleted, as far as is known: their files stay, too. */
  readonly changed: number
  /** Other profiles, or computers, may save images in a library of this one: its files are gone for them, too. */
  readonly isShared: boolean
  /** What they have cost, by connection. */
  readonly total: ImagesCost[]
}
