/** Milliseconds in which the same press again is the same press: a double click, a key that is held. */
const doubleMs = 500

/** Presses of Generate, one after the other. */
export interface Presses {
  /**
   * Does what a press means once the presses before it are done. The same again, while it is being done or right after,
   * is no press of its own; `work` answers whether it came to anything, so that a press that did not can be repeated.
   */
  take(what: string, work: () => Promise<boolean>): void
}

/** `work` must not reject. `now`: milliseconds that never go back. */
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
