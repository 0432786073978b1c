import type { AppError } from '@shared/errors'
import type { GalleryOutline, GalleryQuery, Image, ImageDetails } from '@shared/model/image'
import type { ImageSource } from '@shared/model/reference'
import type { Inspection } from '@shared/processes/imaging'

/** What delivery knows about a verified file before it is in place. */
export type NewImage = Omit<ImageDetails, 'prompt' | 'file'>

/** An image of a batch, and what a copy of it is called. */
export interface BatchImage {
  readonly imageId: string
  readonly name: string
}

/** The library folder and the gallery's rows. */
export interface Library {
  /**
   * Removes stray temp files of the folder in use, should it answer. In the background, and in each folder that is or was
   * a library as soon as that is there: stray temp files go, deletions are finished and files without a row adopted by
   * their name; `gallery` is announced for each.
   */
  start(): Promise<void>
  /** Doesn't wait for any folder. */
  stop(): Promise<void>
  /** Tidies every folder again, to do work that was skipped. */
  tidyAgain(): void
  /** Absolute path of the folder in use. */
  folder(): string
  /**
   * Uses another folder for new images; existing images stay where they are and are still found. Throws AppFailure
   * `folderUnwritable`.
   */
  use(folder: string): Promise<void>
  /** Writes and removes a probe file and looks at free space, the profile's too; null when all is well. `librarySilent` after some seconds. */
  check(): Promise<AppError | null>
  /** Work on files has not ended. Once all is stopped: some folder does not answer, and it can't be ended but with the process. */
  isHanging(): boolean
  /** The folder is no longer in use and isn't responding: its waiting work is done in the folder in use instead. */
  isStranded(folder: string): boolean

  /**
   * The image of an item that has its row, or only its file because a kill came in between: such a file is adopted here.
   * Null when the item is still to be fetched, also when its file may lie in a former folder that does not answer: it is
   * fetched again then, which is free. Should that file turn up, it stays beside the new one, without a row. Throws when
   * there is a file that can't be judged now; `isSure` also AppFailure `librarySilent` while the folder in use does not
   * answer.
   */
  recover(jobId: string, index: number, options?: { readonly isSure: boolean }): Promise<string | null>
  /** Where a download of this item is gathered: in the library's own file system, so that the rename is atomic. Makes the folders. */
  tempPath(jobId: string, index: number): Promise<string>
  /** The image of a job that has exactly these bytes, deleted or not; null when it has none. */
  findBytes(jobId: string, sha256: string): string | null
  /** Runs work on a download's files when its folder has a free lane: see FolderLanes. */
  inTurn<T>(temp: string, work: () => Promise<T>): Promise<T>
  /**
   * Writes the record in `.cyanotype/`, fsync, rename to the final name, which begins with `words` (the prompt unless
   * given), fsync the folder. Returns the path inside the library.
   */
  place(temp: string, image: NewImage, words?: string): Promise<string>
  /** Inserts the row; called inside delivery's transaction, after `place`. */
  insert(image: NewImage, file: string): void
  /** After the commit: announces the image and makes its thumbnail. Never fails the image. */
  finish(imageId: string): void
  /**
   * Decodes a file in the imaging process, `alone` with nothing else beside it. Throws AppFailure: of a bad file
   * `imageNotAnImage` or `imageUndecodable`, of one that can't be judged now what `Imaging` says.
   */
  inspect(path: string, options?: { readonly alone: boolean }): Promise<Inspection>

  outline(query: GalleryQuery): GalleryOutline
  page(query: GalleryQuery, offset: number, limit: number): readonly Image[]
  ids(query: GalleryQuery, from: number, to: number): readonly string[]
  /** In the order of the batch's jobs, each with a name that keeps it: `007-harbour-at-dawn-2.png`. */
  batchImages(batchId: string): readonly BatchImage[]
  /** Throws AppFailure `rowMissing`. */
  details(id: string): ImageDetails
  /** The image's own address at the service. Throws AppFailure `rowMissing`. */
  source(id: string): ImageSource
  delete(ids: readonly string[]): number
  restore(ids: readonly string[]): number

  /**
   * Absolute path and MIME type of the original; null when there is no such row or file. Throws AppFailure
   * `librarySilent` or `formerLibrarySilent` when it may be in a folder that does not answer.
   */
  imageFile(id: string): Promise<{ readonly path: string; readonly type: string } | null>
  /** The same for the image protocol: null also for one that is too large to be shown. */
  pictureFile(id: string): Promise<{ readonly path: string; readonly type: string } | null>
  /** Makes the thumbnail when it is missing; null when that can't be done now, or never, as the picture is too large. */
  thumbnailFile(id: string): Promise<{ readonly path: string; readonly type: string } | null>
}
