/** Lets one piece of work run after the other, in the order they were given, whatever came of those before. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once all that was given has ended. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  return {
    take(work) {
      const turn = last.then(work)
      last = turn.then(
        () => {},
        () => {},
      )
      return turn
    },
    idle: () => last,
  }
}
