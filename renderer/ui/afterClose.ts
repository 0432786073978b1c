import { type RefObject, useRef } from 'react'

/** Does a thing once what opened is closed and its button has the focus again: what opens then gives it back there. */
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
