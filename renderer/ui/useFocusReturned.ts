import { type RefObject, useLayoutEffect, useRef } from 'react'
import { returnFocus } from './returnFocus'

/** What goes away under the keyboard gives it back to what had it before. Returns the ref of its element. */
export function useFocusReturned<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)

  useLayoutEffect(() => {
    const shown = ref.current
    if (shown === null) return
    let before: EventTarget | null = null
    const noteFocus = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && shown.contains(relatedTarget))) before = relatedTarget
    }
    shown.addEventListener('focusin', noteFocus)
    return () => {
      shown.removeEventListener('focusin', noteFocus)
      if (shown.contains(document.activeElement)) returnFocus(before instanceof Element ? before : null)
    }
  }, [])

  return ref
}
