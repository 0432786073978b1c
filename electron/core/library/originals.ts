import type { FileAccount } from '@shared/model/brought'
import type { ImageSelection } from '@shared/model/imageSelection'

/**
 * The files of images, as other programs are given them: each is in its place, and all of it is there. All throw
 * AppFailure `imageLost`, `fileShort`, `librarySilent`, `formerLibrarySilent` or `sourceSilent`.
 */
export interface Originals {
  /**
   * Absolute paths, in order, only if every file can be given; throws AppFailure `filesIncomplete` if several were
   * wanted and not all can, and `filesTooMany` over `fewImages`.
   */
  files(selection: ImageSelection): Promise<readonly string[]>
  /**
   * Absolute path of one that was found to be an image; throws AppFailure `formatNotShown` for a file of another known
   * format, and `fileUnreadable` for anything else.
   */
  verified(id: string): Promise<string>
  /** A PNG of it, upright and in sRGB. Also throws AppFailure `copyTooLarge`, `formatNotShown` and `fileUnreadable`. */
  picture(id: string): Promise<Buffer>
  /** What the file says about itself. Also throws AppFailure `formatNotShown` and `fileUnreadable`. */
  account(id: string): Promise<FileAccount>
  /**
   * As `files`, with a small PNG of the first image; null if there is none soon. All are images by their bytes; throws
   * AppFailure `formatNotShown` or `fileUnreadable` if one isn't.
   */
  dragged(
    selection: ImageSelection,
  ): Promise<{ readonly paths: readonly string[]; readonly icon: Buffer | null }>
}
