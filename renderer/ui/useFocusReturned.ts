import { type RefObject, useLayoutEffect, useRef } from 'react'
import { onFocusLost } from './onFocusLost'
import { returnFocus } from './returnFocus'

/**
 * If an element goes away while it contains the focus, the focus returns to what had it before. If only a button in it
 * goes away, another button in it gets the focus first. Returns the ref of the element.
 */
export function useFocusReturned<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)

  useLayoutEffect(() => {
    const shown = ref.current
    if (shown === null) return
    let before: EventTarget | null = null
    const noteFocus = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && shown.contains(relatedTarget))) before = relatedTarget
    }
    const giveBack = (): void => returnFocus(before instanceof Element ? before : null)
    const stopWatching = onFocusLost(shown, () => {
      const other = shown.querySelector<HTMLElement>('button')
      if (other === null) giveBack()
      else other.focus({ preventScroll: true })
    })
    shown.addEventListener('focusin', noteFocus)
    return () => {
      stopWatching()
      shown.removeEventListener('focusin', noteFocus)
      if (shown.contains(document.activeElement)) giveBack()
    }
  }, [])

  return ref
}
