import type { Bringing as BringingView } from '@shared/model/bringing'

/**
 * Brings images that were made elsewhere into the library: looks at files, then copies them in the background, or only
 * notes them.
 */
export interface Bringing {
  /** Goes on with what an earlier run began. */
  start(): void
  /** Goes on with what the start skipped and what is no longer skipped. */
  takeUpLeftOut(): void
  /** What is under way goes on at the next start. */
  stop(): Promise<void>
  /** Some call to a folder of the user's doesn't return; only the end of the process can end it. */
  isHanging(): boolean

  current(): BringingView | null
  /** Throws AppFailure `bringingBusy` while files are being brought in. */
  refuseBusy(): void
  /** Begins to look at files and folders; what was looked at before is forgotten. Throws AppFailure `bringingBusy`. */
  look(paths: readonly string[]): void
  /**
   * Begins to bring in what was looked at; `leaves`: the files stay where they are. Throws AppFailure `bringingBusy` if
   * there is nothing to bring in.
   */
  begin(leaves: boolean): Promise<void>
  cancel(): void
  dismiss(): void
}
