/** Something the user did, undid or did again, and the way back. */
export interface Step {
  /** What happened, in words. */
  readonly text: string
  /**
   * Reverses it, and resolves with that reversal; null if there is nothing left to reverse. May reject with a refusal:
   * then nothing has changed, and it can be tried again. Null: it can't be reversed, which an undo says once before it
   * reaches what was done earlier.
   */
  readonly reverse: (() => Promise<Step | null>) | null
  /** Says that it can't be reversed, or not any more. */
  readonly tooLate: string
  /** The last moment to reverse it, in milliseconds since the epoch. Default: as long as the window is open. */
  readonly until?: number
  /** Its toast stands until then, and comes back after a shorter one. */
  readonly lasts?: boolean
  /** It is seen where it was done, so that no toast tells it. */
  readonly quiet?: boolean
  /** It filled the form, whose field has the focus, and an undo of its own for the same keys. */
  readonly inForm?: boolean
}
