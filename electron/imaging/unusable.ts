import type { ImagingFailure } from '@shared/processes/imaging'

/** Why a request can't be answered; the caller gets its code. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
  readonly code: ImagingFailure

  constructor(code: ImagingFailure, options?: { readonly cause?: unknown }) {
    super(code, options)
    this.code = code
  }
}
