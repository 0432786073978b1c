import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Layout, rowOfTile } from './layout'
import { type RowRange, visibleRows } from './visibleRows'

/** How far above and below the visible part rows are drawn, in CSS pixels. */
const overscan = 400

/** The rows to draw for a layout, given where its element is scrolled. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, layout: Layout): RowRange {
  const measure = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    return visibleRows(layout, scrollTop - overscan, scrollTop + clientHeight + overscan)
  }, [scroller, layout])
  const [range, setRange] = useState<{ readonly layout: Layout; readonly rows: RowRange } | null>(null)

  useLayoutEffect(() => {
    const update = () => {
      const rows = measure()
      setRange((before) =>
        before?.layout === layout && before.rows.first === rows.first && before.rows.last === rows.last
          ? before
          : { layout, rows },
      )
    }
    update()
    const element = scroller.current
    element?.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    if (element !== null) observer.observe(element)
    return () => {
      element?.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [scroller, layout, measure])

  return range?.layout === layout ? range.rows : measure()
}

/**
 * Keeps the picture the person is looking at in place when the list above it grows, shrinks or is laid out again. At
 * the top, the newest images stay in view.
 */
export function useSteadyScroll(scroller: RefObject<HTMLElement | null>, layout: Layout): void {
  const before = useRef(layout)
  useLayoutEffect(() => {
    const old = before.current
    before.current = layout
    const element = scroller.current
    if (element === null || old === layout || element.scrollTop <= 0) return
    const { first, last } = visibleRows(old, element.scrollTop, element.scrollTop)
    const row = old.rows.slice(first, last + 2).find(({ kind }) => kind === 'tiles')
    if (row?.kind !== 'tiles') return
    // New images come in at the head; if there are fewer, the person deleted some in view or below.
    const grown = Math.max(0, layout.tiles - old.tiles)
    const moved = layout.rows[rowOfTile(layout, row.start + grown)]
    if (moved !== undefined) element.scrollTop += moved.top - row.top
  }, [scroller, layout])
}

/** Room kept above a row scrolled into view, for its day, and below it. */
const roomAbove = 40
const roomBelow = 16

/**
 * Whether a visible tile has gone out of view because the list became less high: it was wholly visible and
 * no longer is, or it was partly visible and none of it is now. Heights in CSS pixels.
 */
export function isCovered(
  layout: Layout,
  tile: number,
  scrollTop: number,
  { before, now }: { readonly before: number; readonly now: number },
): boolean {
  const row = layout.rows[rowOfTile(layout, tile)]
  if (row === undefined || now >= before || row.top + row.height <= scrollTop) return false
  const bottom = row.top + row.height - scrollTop
  const wasWhole = row.top >= scrollTop && bottom <= before
  const wasSeen = row.top - scrollTop < before
  const isSeen = row.top - scrollTop < now
  return wasWhole ? bottom > now : wasSeen && !isSeen
}

/** Scrolls a tile's row into view. */
export function revealTile(element: HTMLElement, layout: Layout, tile: number): void {
  const row = layout.rows[rowOfTile(layout, tile)]
  if (row === undefined) return
  const bottom = row.top + row.height + roomBelow
  if (row.top - roomAbove < element.scrollTop) element.scrollTop = Math.max(0, row.top - roomAbove)
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom - element.clientHeight
}
