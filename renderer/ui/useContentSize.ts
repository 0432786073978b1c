import { type RefObject, useLayoutEffect, useState } from 'react'

export interface ContentSize {
  readonly width: number
  readonly height: number
}

/** The size of an element's content box, in whole CSS pixels; 0 before it is known. */
export function useContentSize(element: RefObject<HTMLElement | null>): ContentSize {
  const [size, setSize] = useState<ContentSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (target === null) return
    const update = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(target)
      const padding = (Number.parseFloat(paddingLeft) || 0) + (Number.parseFloat(paddingRight) || 0)
      const width = Math.floor(target.clientWidth - padding)
      const height = target.clientHeight
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}
