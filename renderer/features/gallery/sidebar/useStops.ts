import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

interface Stops {
  /** For each stop, by its key: only one of them is a Tab stop. */
  readonly of: (key: string) => { readonly 'data-key': string; readonly tabIndex: 0 | -1 }
  /** For the element around them. */
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Moves the focus to a stop's neighbour, before it goes. */
  leave(key: string): void
}

/** Buttons one below the other with one Tab stop: the arrow keys, Home and End go from one to the next. */
export function useStops(list: RefObject<HTMLElement | null>, keys: readonly string[], first: string): Stops {
  const [chosen, setChosen] = useState(first)
  const current = keys.includes(chosen) ? chosen : first

  const focus = (key: string | undefined) =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
      .find(({ dataset }) => dataset.key === key)
      ?.focus()

  return {
    of: (key) => ({ 'data-key': key, tabIndex: key === current ? 0 : -1 }),
    onFocus({ target }) {
      const stop = target.closest<HTMLElement>('[data-key]')
      if (stop?.dataset.key !== undefined) setChosen(stop.dataset.key)
    },
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const at = keys.indexOf(current)
      const steps: Readonly<Record<string, number>> = {
        ArrowUp: Math.max(0, at - 1),
        ArrowDown: Math.min(keys.length - 1, at + 1),
        Home: 0,
        End: keys.length - 1,
      }
      const to = steps[event.key]
      if (to === undefined) return
      event.preventDefault()
      focus(keys[to])
    },
    leave(key) {
      const at = keys.indexOf(key)
      focus(keys[at + 1] ?? keys[at - 1])
    },
  }
}
