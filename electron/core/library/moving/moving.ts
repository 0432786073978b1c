import type { LibraryMove, MoveAction, MovePlan } from '@shared/model/libraryMove'

/**
 * Moves the images of the library to another folder. Each image can be read from one of the two at any time, and no
 * original is removed before all copies are there and verified. A kill, a full disk or one that is away only interrupts
 * it.
 */
export interface Moving {
  /** What moving the library in use to a folder would do. Throws AppFailure, one of those that begin with `move`. */
  plan(target: string): Promise<MovePlan>
  /** Begins the latest plan. Throws AppFailure `moveUnderway` or `rowMissing`. */
  begin(plan: number): void
  /** What doesn't apply does nothing. A move is cancelled only while all originals are there. */
  act(action: MoveAction): void
  shown(): LibraryMove | null
  /** Goes on with the move of an earlier run. */
  start(): void
  /** A folder may be back: goes on now, not later. */
  look(): void
  stop(): Promise<void>
}
