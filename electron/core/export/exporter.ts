import type { AppError } from '@shared/errors'

export interface ExportResult {
  readonly written: number
  readonly failed: readonly { readonly imageId: string; readonly error: AppError }[]
}

/** What to copy; the copy keeps the library's file name unless it is given its own. */
export interface ExportedImage {
  readonly imageId: string
  readonly name: string | null
}

/** Copies originals out of the library: safe names, never overwriting. */
export interface Exporter {
  /** Throws AppFailure `folderUnwritable` before the first copy. */
  run(
    images: readonly ExportedImage[],
    folder: string,
    options: { readonly onProgress: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<ExportResult>
}
