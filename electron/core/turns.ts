/**
 * Runs one piece of work after the other, in the given order, whatever the outcome of the previous ones: at once, if none
 * is under way.
 */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once all given work has ended. */
  idle(): Promise<void>
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve()
  /** Given, and not ended. */
  let open = 0
  return {
    take(work) {
      const begin = async () => work()
      open += 1
      const turn = open === 1 ? begin() : last.then(begin)
      const end = (): void => {
        open -= 1
      }
      last = turn.then(end, end)
      return turn
    },
    idle: () => last,
  }
}
