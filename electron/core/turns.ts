/** Runs one piece of work after the other, in the given order, whatever the outcome of the previous ones. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once all given work has ended. */
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
