import type { CopyAccount } from '@shared/model/copyAccount'
import type { ExportRecipe, IntoChoice, TakenChoice } from '@shared/model/exportRecipe'
import type { ExportAction, ExportPlan, ExportRun } from '@shared/model/exportRun'
import type { ListOfImages } from '../library/library'
import type { Recipes } from './recipes'

/** Writes images out of the library by recipes: planned first, then in the background, never overwriting. */
export interface Exports {
  /** Goes on with what an earlier run began. */
  start(): void
  /** Goes on with what the start skipped and what is no longer skipped. */
  takeUpLeftOut(): void
  /** What is under way goes on at the next start. Resolves once no file is half written. */
  stop(): Promise<void>
  readonly recipes: Omit<Recipes, 'setFolder'>
  /** Throws AppFailure `rowMissing`, `exportFolderOwn`. */
  chooseFolder(recipeId: string, folder: string): Promise<ExportRecipe>
  /**
   * What exporting would do. Can be begun until the next plan, or with that if it was made besides this. Throws AppFailure
   * `rowMissing`, `interrupted`.
   */
  plan(
    list: ListOfImages,
    recipeId: string,
    options?: {
      /** These are of this export alone: the recipe stays as it is. */
      readonly existing?: TakenChoice | undefined
      readonly into?: IntoChoice | undefined
      readonly besides?: readonly number[]
    },
  ): Promise<ExportPlan>
  /**
   * Plans of the same images are one export. Throws AppFailure `rowMissing`, `exportBusy`, `folderUnwritable`,
   * `exportFull`, `exportAway`, `exportFolderOwn`.
   */
  begin(plans: readonly number[]): Promise<void>
  current(): ExportRun | null
  /** Whether files were exported to a folder: they are copies of images, also under their names. */
  hasWritten(folder: string): boolean
  act(action: ExportAction): void
  /** A batch is done, and may be one to be exported. */
  batchDone(): void
  /**
   * What the copy of one image by a recipe would say, and what it would lose. Throws AppFailure `rowMissing`,
   * `imageLost`, `librarySilent`, `exportTooLarge`, `metadataUnfit`, `fileUnreadable`.
   */
  foresee(imageId: string, recipeId: string): Promise<CopyAccount>
  /** See `FilesByHand.make`. */
  filesByHand(list: ListOfImages, recipeId: string): Promise<readonly string[]>
  /** The destinations of the export that is shown, and its ZIPs there. */
  places(): readonly { readonly folder: string; readonly file: string | null }[]
}
