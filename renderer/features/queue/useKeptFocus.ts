import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { returnFocus } from '../../ui/returnFocus'

/** A row that leaves with the keyboard on it gives it to the one that takes its place. */
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
      const focused = rows().findIndex((element) => element.contains(target))
      row.current = focused === -1 ? null : focused
    },
    onBlur() {
      row.current = null
    },
  }
}
