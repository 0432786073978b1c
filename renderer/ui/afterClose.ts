import { type RefObject, useRef } from 'react'

/**
 * Does something once what was open has closed and what opened it has the focus again, so that whatever opens then gives
 * the focus back to that.
 */
export interface AfterClose {
  readonly choose: (action: () => void) => void
  readonly onCloseAutoFocus: (event: Event) => void
}

export function useAfterClose(opener: RefObject<HTMLElement | null>): AfterClose {
  const chosen = useRef<(() => void) | null>(null)
  return {
    choose(action) {
      chosen.current = action
    },
    onCloseAutoFocus(event) {
      if (chosen.current === null) return
      event.preventDefault()
      opener.current?.focus()
      chosen.current()
      chosen.current = null
    },
  }
}
