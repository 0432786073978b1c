import type { AppError } from '@shared/errors'
import type {
  GalleryOutline,
  GalleryOutlineQuery,
  GalleryPage,
  GalleryPageQuery,
  GalleryQuery,
  Image,
  ImageDetails,
} from '@shared/model/image'
import type { GalleryCosts, ImageCost, ImagesCost } from '@shared/model/imageCost'
import type { MarkChange } from '@shared/model/imageMarks'
import type { SuggestedKey } from '@shared/model/imageQuery'
import type {
  ImageBeyond,
  ImagePositions,
  ImageRange,
  ImageSelection,
  SeenSelectionQuery,
  SelectedRange,
} from '@shared/model/imageSelection'
import type { ImageSource } from '@shared/model/reference'
import type { Inspection } from '@shared/processes/imaging'
import type { Collections } from './collections/collections'
import type { Copies, LostCopy } from './copies'
import type { Originals } from './originals'
import type { RecordedMarks } from './recordedMarks'
import type { Thumbnail, ThumbnailSize } from './thumbnails'
import type { Trash } from './trash'

/** What delivery knows about a verified file before it is in place. */
export type NewImage = Omit<
  ImageDetails,
  'prompt' | 'file' | 'outside' | 'picture' | 'isBrought' | keyof RecordedMarks
>

/** An image to be copied; the copy keeps the library's file name unless it is given its own. */
export interface ListedImage {
  readonly imageId: string
  readonly name: string | null
}

/** Images as of one moment: some may be gone when their turn comes. */
export interface ListOfImages {
  readonly total: number
  images(): AsyncIterable<ListedImage>
}

/** The library folder and the gallery's rows. */
export interface Library {
  /**
   * Removes stray temp files of the folder in use, if it answers. The rest happens in the background, for each folder
   * that is or was a library, as soon as it is there. Its stray temp files are removed, what was discarded goes to the
   * system's trash, and
   * files without a row are adopted by their name. `gallery` is announced for each.
   */
  start(): Promise<void>
  /** Doesn't wait for any folder. */
  stop(): Promise<void>
  /** Tidies every folder again, to do work that was skipped. */
  tidyAgain(): void
  /** Absolute path of the folder in use. */
  folder(): string
  /**
   * Uses another folder for new images; existing images stay where they are and are still found. Only this begins a
   * library anew where one was before, also in the folder in use. Throws AppFailure `folderUnwritable`.
   */
  use(folder: string): Promise<void>
  /**
   * Writes and removes a probe file and checks free space, the profile's too; null if there is no problem.
   * `librarySilent` after a few seconds; `libraryAway` if a library was begun there and isn't there any more.
   */
  check(): Promise<AppError | null>
  /**
   * Some work on files hasn't ended. Once everything is stopped, it means that a folder doesn't answer, and only the
   * end of the process can end that.
   */
  isHanging(): boolean
  /** The folder is no longer in use and isn't responding: its waiting work is done in the folder in use instead. */
  isLeftSilent(folder: string): boolean

  /**
   * The image of an item that has its row, or only its file because a kill came in between: such a file is adopted here
   * if its record shows its bytes. Null if the item must still be fetched. That includes an item whose file may be in a
   * former folder that doesn't answer: fetching it again is free. If that file turns up later, it stays beside the new
   * one, without a row. Throws if there is a file that can't be judged now; with `isSure` also AppFailure
   * `librarySilent` or `libraryAway` while the folder in use doesn't answer, or its library isn't there.
   */
  recover(jobId: string, index: number, options?: { readonly isSure: boolean }): Promise<string | null>
  /**
   * The same with `isSure`, once the item's image can't be had: then a file counts also if only its name shows that it
   * is the item's.
   */
  recoverLast(jobId: string, index: number): Promise<string | null>
  /**
   * The image of an item if a look through the folders found its file since `recover`, or is about to: null if not. Ask
   * right before `place`, which keeps that look away from the item.
   */
  adopted(jobId: string, index: number): Promise<string | null> | null
  /**
   * Where a download of this item is gathered: in the library's own file system, so that the rename is atomic. Creates
   * the folders of a new library. Throws AppFailure `libraryAway`.
   */
  tempPath(jobId: string, index: number): Promise<string>
  /** This download of an item has ended, whatever came of it: nothing is put in place from its `tempPath` any more. */
  leave(jobId: string, index: number): void
  /** The image of a job that has exactly these bytes, deleted or not; null if there is none. */
  findBytes(jobId: string, sha256: string): string | null
  readonly copies: Copies
  /** Whether an image can be left there: not inside a library or the profile, where files are moved and deleted. */
  canBeLeft(path: string): Promise<boolean>
  /** Runs work on a download's files once its folder has a free lane: see FolderLanes. */
  inTurn<T>(temp: string, work: () => Promise<T>): Promise<T>
  /** Removes the thumbnails that `inspect` drafted for a download that no image will have. */
  discardDrafts(temp: string): Promise<void>
  /**
   * Writes the record in `.cyanotype/`, fsync, rename to the final name, which begins with `words` (the prompt unless
   * given), fsync the folder. Returns the path inside the library.
   */
  place(temp: string, image: NewImage, words?: string): Promise<string>
  /** Writes the record of an image that is left where it is, so that it survives a power cut. */
  recordLeft(image: NewImage, file: string): Promise<void>
  /** Inserts the row; called inside delivery's transaction, after `place`, or `recordLeft` with the time of its file. */
  insert(image: NewImage, file: string, fileTime?: number): void
  /** After the commit: announces the image and makes what is missing of its thumbnails. Never fails the image. */
  finish(imageId: string): void
  /** The same for an image that has its file again. */
  regained(image: LostCopy): void
  /**
   * Decodes the file of a download in the imaging process, `alone` with nothing else beside it, and drafts its
   * thumbnails; one of another known format is only told by its first bytes. Throws AppFailure: `imageNotAnImage` or
   * `imageUndecodable` for a bad file; what `Imaging` lists for one that can't be judged now.
   */
  inspect(temp: string, options?: { readonly alone: boolean }): Promise<Inspection>

  /**
   * This and the next two are of one moment each, from an order that is kept in memory. The first call reads it, in
   * slices. They reject with AppFailure `quitting` once the library has stopped.
   */
  outline(query: GalleryOutlineQuery): Promise<GalleryOutline>
  /** Also of one moment; the first call reads the ledger, in slices. */
  costs(query: GalleryQuery): Promise<GalleryCosts>
  /** See `GalleryLists.page`. */
  page(query: GalleryPageQuery, offset: number, limit: number): Promise<GalleryPage>
  select(range: ImageRange): Promise<SelectedRange>
  /** By positions of a list that was outlined; null if that was too long ago. */
  selectAt(positions: ImagePositions): Promise<SelectedRange | null>
  /** See `GalleryLists.selectSeen`. */
  selectSeen(asked: SeenSelectionQuery): Promise<{ selected: SelectedRange; top: string | null }>
  /** See `GalleryLists.beyond`. */
  beyond(wanted: ImageBeyond): Promise<Image | null>
  /** See `GalleryLists.few`. */
  few(selection: ImageSelection): Promise<Image[]>
  /** How many images a list has. */
  count(query: GalleryQuery): Promise<number>
  /** Numbers of the images that are selected and still shown, as `GalleryLists.selected`. */
  selected(selection: ImageSelection): Promise<readonly number[]>
  /** Values of the library that have a text in them: at most 20, those that begin with it first. */
  suggest(key: SuggestedKey, text: string): Promise<readonly string[]>
  /** In the order of the batch's jobs, each with a name that keeps that order: `007-harbour-at-dawn-2.png`. */
  batchImages(batchId: string): Promise<ListOfImages>
  /** The newest first, or as they are named by id. */
  selectedImages(selection: ImageSelection): Promise<ListOfImages>
  /** The user opened these images: from now on they are `is:seen`. Announces `gallery` if they weren't. */
  open(ids: readonly string[]): void
  /** Throws AppFailure `rowMissing`. */
  details(id: string): ImageDetails
  /** By the ledger. Throws AppFailure `rowMissing`. */
  cost(id: string): Promise<ImageCost>
  /** What images have cost together, by connection. */
  costsOf(selection: ImageSelection): Promise<ImagesCost[]>
  /** The image's own address at the service. Throws AppFailure `rowMissing`. */
  source(id: string): ImageSource
  /**
   * Hides the images, the first of them before it resolves; `deleted` counts all. `press` names the deletion for
   * `restore`.
   */
  delete(selection: ImageSelection): Promise<{ readonly press: number; readonly deleted: number }>
  /** Resolves with how many images are back, once all are; 0 if it was another run's, or none is in the trash. */
  restore(press: number): Promise<number>
  /**
   * Resolves once all are marked; `marked` counts those that were marked otherwise. `press` names it for `unmark`.
   * Images that are kept or rejected are `is:seen` from then on. Those in the trash are left out, but not if they are
   * marked `again` after `unmark`, which reaches them there.
   */
  mark(
    selection: ImageSelection,
    change: MarkChange,
    again?: boolean,
  ): Promise<{ readonly press: number; readonly marked: number }>
  /**
   * Gives each image that still is as a press of this run left it its own earlier mark. Resolves with how many those
   * are, once all have it; 0 if that isn't known any more.
   */
  unmark(press: number): Promise<number>
  /**
   * Gives an image its note, if the one it has is `only`; default whatever it has. A deleted one has it once it is
   * restored. Returns whether it was given.
   */
  writeNote(id: string, note: string, only?: string): boolean

  readonly collections: Collections

  /**
   * Absolute path of the original; null if there is no such row or file. Throws AppFailure
   * `librarySilent`, `formerLibrarySilent` or `sourceSilent` if it may be in a folder that doesn't answer.
   */
  imageFile(id: string): Promise<string | null>
  readonly trash: Trash
  /** What other programs are given. */
  readonly originals: Originals
  /** The same for the image protocol; also null for what can't be shown: it is too large, or has another format. */
  pictureFile(id: string): Promise<string | null>
  /**
   * A WebP; made if it is missing or damaged. If that can't be done now, the other size stands in for it. Null if there
   * is neither.
   */
  thumbnail(id: string, size: ThumbnailSize): Promise<Thumbnail | null>
}
