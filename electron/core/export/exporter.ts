import type { AppError } from '@shared/errors'

export interface ExportResult {
  readonly written: number
  readonly failed: readonly { readonly imageId: string; readonly error: AppError }[]
}

/** Copies originals out of the library: safe names, never overwriting. */
export interface Exporter {
  /** Throws AppFailure `folderUnwritable` before the first copy. */
  run(
    imageIds: readonly string[],
    folder: string,
    options: { readonly onProgress: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<ExportResult>
}
