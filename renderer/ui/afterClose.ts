import { type RefCallback, type RefObject, useCallback, useRef } from 'react'
import { returnFocus } from './returnFocus'

/**
 * Does something once what was open has closed and what opened it has the focus again, so that whatever opens then gives
 * the focus back to that. Only for what doesn't trap the focus.
 */
export interface AfterClose {
  readonly choose: (action: () => void) => void
  readonly onCloseAutoFocus: (event: Event) => void
  /** For what was open: it gives the focus back as it goes, unless the user has moved it elsewhere. */
  readonly content: RefCallback<HTMLElement>
}

export function useAfterClose(opener: RefObject<HTMLElement | null>): AfterClose {
  const chosen = useRef<(() => void) | null>(null)
  return {
    choose(action) {
      chosen.current = action
    },
    // This comes by a timer. Keys would go nowhere until then, so `content` has given the focus back already.
    onCloseAutoFocus(event) {
      event.preventDefault()
      chosen.current?.()
      chosen.current = null
    },
    content: useCallback(
      (element) => () => {
        // React tells nobody of a focus that is given while it changes the page: right after that, before anything is painted.
        if (element?.contains(document.activeElement)) queueMicrotask(() => returnFocus(opener.current))
      },
      [opener],
    ),
  }
}
