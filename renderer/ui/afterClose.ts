import { type RefObject, useRef } from 'react'

/**
 * Does something once what was open has closed and its button has the focus again, so that whatever opens then gives
 * the focus back to that button.
 */
export interface AfterClose {
  readonly choose: (action: () => void) => void
  readonly onCloseAutoFocus: (event: Event) => void
}

export function useAfterClose(button: RefObject<HTMLButtonElement | null>): AfterClose {
  const chosen = useRef<(() => void) | null>(null)
  return {
    choose(action) {
      chosen.current = action
    },
    onCloseAutoFocus(event) {
      if (chosen.current === null) return
      event.preventDefault()
      button.current?.focus()
      chosen.current()
      chosen.current = null
    },
  }
}
