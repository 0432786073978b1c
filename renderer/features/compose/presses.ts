/** The same press within this many milliseconds counts as one press: a double click, or a key held down. */
const doubleMs = 500

/** Presses of Generate, handled one after the other. */
export interface Presses {
  /**
   * Runs `work` once the presses before it are done. The same press repeated while it is running, or right after, does
   * not count. `work` answers whether it had an effect, so that a press without one can be repeated.
   */
  take(what: string, work: () => Promise<boolean>): void
}

/** `work` must not reject. `now`: milliseconds from a clock that never goes back. */
export function createPresses(now: () => number = () => performance.now()): Presses {
  let last: { readonly what: string; done: boolean; at: number } | null = null
  let before: Promise<void> = Promise.resolve()

  return {
    take(what, work) {
      if (last?.what === what && (!last.done || now() - last.at < doubleMs)) {
        last.at = now()
        return
      }
      const press = { what, done: false, at: now() }
      last = press
      before = before.then(work).then((cameTo) => {
        press.done = true
        press.at = now()
        if (!cameTo && last === press) last = null
      })
    },
  }
}
