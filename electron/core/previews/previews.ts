import type { Preview } from '@shared/model/reference'

/** Reference images that are looked at before they are sent: one at a time, kept as long as it is open. */
export interface Previews {
  /**
   * Fetches an address for a connection, without its key, and closes the preview before. Throws AppFailure
   * `previewForbidden`, `previewRefused`, `previewTooLarge`, `previewNotAnImage`, `previewNameUnknown` or `previewUnreached`; `interrupted`
   * when it was closed meanwhile.
   */
  open(connectionId: string, url: string): Promise<Preview>
  /** Breaks off what is under way; its files go once nothing writes them any more. */
  close(): void
  /** Absolute path and MIME type for the image protocol; null for any but the one that is open. */
  file(id: string): { readonly path: string; readonly type: string } | null
  /** Removes what an earlier run left. */
  start(): Promise<void>
  stop(): Promise<void>
}
