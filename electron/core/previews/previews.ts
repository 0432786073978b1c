import type { Preview } from '@shared/model/reference'

/** Previews of reference images before they are sent: only one at a time, kept while it is open. */
export interface Previews {
  /**
   * Fetches an address for a connection, without its key, after closing the previous preview. Throws AppFailure
   * `previewForbidden`, `previewRefused`, `previewTooLarge`, `previewNotAnImage`, `previewNameUnknown` or
   * `previewUnreached`; `interrupted` if it was closed meanwhile.
   */
  open(connectionId: string, url: string): Promise<Preview>
  /** Aborts what is under way; its files are removed once nothing writes to them any more. */
  close(): void
  /** Absolute path and MIME type for the image protocol; null for any but the open one. */
  file(id: string): { readonly path: string; readonly type: string } | null
  /** Removes what an earlier run left behind. */
  start(): Promise<void>
  stop(): Promise<void>
}
