import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { returnFocus } from '../../ui/returnFocus'

/** What leaves with the keyboard on it gives it to the row that takes its place, or that followed it. */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>) {
  const row = useRef<number | null>(null)
  const rows = () => [...(scroller.current?.querySelectorAll<HTMLElement>('[data-batch]') ?? [])]

  useLayoutEffect(() => {
    if (row.current === null || document.activeElement !== document.body) return
    const left = rows()
    returnFocus(left[Math.min(row.current, left.length - 1)] ?? null)
  })

  return {
    onFocus({ target }: FocusEvent) {
      const all = rows()
      const next = all.findIndex(
        (element) =>
          element.contains(target) ||
          (target.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      )
      row.current = next === -1 ? all.length : next
    },
    onBlur() {
      row.current = null
    },
  }
}
