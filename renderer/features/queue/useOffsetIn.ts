import { type RefObject, useLayoutEffect, useState } from 'react'

/** The distance from the top of the scrolled content to the top of a list in it, in pixels. */
export function useOffsetIn(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    if (scroller.current === null || list.current === null) return
    const { scrollTop } = scroller.current
    setOffset(
      Math.round(
        list.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top + scrollTop,
      ),
    )
  })
  return offset
}
