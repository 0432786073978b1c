import type { FileFormat } from '@shared/model/image'

/** An image whose file isn't in its place. */
export interface LostCopy {
  readonly number: number
  readonly id: string
  readonly jobId: string
  readonly index: number
  readonly file: string
  readonly format: FileFormat
  readonly sha256: string
  readonly prompt: string
  readonly createdAt: number
}

/** Where an image has its file again. `fileTime`: when it was last written, in milliseconds since the epoch. */
export interface RegainedFile {
  readonly file: string
  readonly fileTime: number
}

/** The images that have the bytes of a file that is brought in. */
export interface Copies {
  /** Whether an image of exactly this many bytes is shown. */
  hasSize(bytes: number): boolean
  /** Whether an image is shown that was left there, as far as is known. */
  isLeftThere(path: string): boolean
  /**
   * `there`: an image of exactly these bytes is shown, and its file has them, or may have them where nobody answers now;
   * otherwise one that lacks it, or null. One that was changed has others.
   */
  find(digest: { readonly bytes: number; readonly sha256: string }): Promise<'there' | LostCopy | null>
  /**
   * This image, if its file isn't in its place; null if it is, if it was deleted, or while a folder that may have it
   * doesn't answer.
   */
  lacking(id: string): Promise<LostCopy | null>
  /**
   * Puts a verified file from `incomingPath` into the library for an image that lacks its own. Null if that isn't so any
   * more, or if something else is in its place.
   */
  putBack(temp: string, lost: LostCopy): Promise<RegainedFile | null>
  /** The image has its file there; false if it isn't as it was found. Joins the current transaction. */
  regain(lost: LostCopy, found: RegainedFile): boolean
}
