import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { GalleryRows } from '../../stores/galleryRows'
import { useApp, useGallery, useStores } from '../../stores/storesContext'
import type { ContentSize } from '../../ui/useContentSize'
import { type ListView, nextView } from './anchor'
import type { GalleryPlan } from './layout/galleryPlan'
import type { Layout } from './layout/layout'
import { drawnMaximum, gap, layoutOptions } from './layout/layoutOptions'
import {
  atRest,
  elementHeight,
  heightCap,
  offsetAt,
  positionAt,
  type ScrollPosition,
  type ScrollSpace,
  scrolledTo,
} from './layout/scrollSpace'
import { drawnRows, type RowRange } from './layout/visibleRows'
import { createScrollHand, type Pace } from './scrollHand'

/** How far above and below the visible part rows are drawn, in CSS pixels. */
const overscan = 400

/** How long what is around waits for the pictures in view, after a jump by key or in another list, in milliseconds. */
const picturesPatience = 400

/** Room below the last row, in CSS pixels. */
const roomAtEnd = 16

export interface GalleryView {
  readonly plan: GalleryPlan
  readonly layout: Layout
  readonly space: ScrollSpace
  readonly places: Places
  /** How far the list is scrolled, in CSS pixels. */
  offset(): number
  scrollTo(offset: number): void
}

/** A view of the list, and where its element is scrolled at first. */
interface Arranged extends ListView {
  readonly position: ScrollPosition
  readonly end: number
  /** Of other images than before. */
  readonly isOther: boolean
}

/** Of the rows drawn: those in view and some around them, or those alone. */
type Extent = 'around' | 'view'

/** What of a list is drawn. */
interface Place {
  readonly arranged: Arranged
  /** The rows are moved up by its base. */
  readonly position: ScrollPosition
  readonly drawn: RowRange
  readonly pace: Pace
}

/** Where the list has been scrolled to. Only what draws the rows follows it: everything else would cost each frame. */
interface Places {
  /** Of a list that is no longer laid out, perhaps; until this one was scrolled, it is at `first`. */
  readonly latest: StoreApi<Place>
  readonly first: Place
  onDrawn(place: Place): void
}

/** What is on the screen. */
interface Shown {
  readonly arranged: Arranged
  readonly space: ScrollSpace
  readonly rows: GalleryRows
  readonly base: number
}

/** The gallery's list, laid out and scrolled. Its rows are drawn by whoever uses `usePlace`. */
export function useGalleryView(
  scroller: RefObject<HTMLElement | null>,
  size: ContentSize,
  plan: GalleryPlan,
  focused: string | null,
  tileSize: number,
): GalleryView {
  const { pictures } = useStores()
  const rows = useGallery((state) => state.rows)
  const kind = useApp(({ preferences }) => preferences.galleryLayout)
  const options = useMemo(
    () => layoutOptions(kind, tileSize, size.width, window.innerHeight),
    [kind, tileSize, size.width],
  )
  const view = size.height
  const [tidied, setTidied] = useState(0)
  const [trimmed, setTrimmed] = useState<Arranged | null>(null)
  const [hand] = useState(createScrollHand)
  const shown = useRef<Shown | null>(null)
  const position = useRef<ScrollPosition>({ native: 0, base: 0 })
  /** Where the list is: the element may have been scrolled without having told so yet. */
  const where = useCallback((): ScrollPosition => {
    const { current: told } = position
    const native = scroller.current?.scrollTop ?? told.native
    // With another base than what is on the screen, it is scrolled once the rows are drawn.
    if (native === told.native || told.base !== shown.current?.base) return told
    return scrolledTo(shown.current.space, told, native, hand.jumps())
  }, [scroller, hand])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is laid out makes a new layout
  const arranged = useMemo((): Arranged => {
    const before = shown.current
    const next = nextView(before && { ...before.arranged, rows: before.rows, offset: offsetAt(where()) }, {
      plan,
      rows,
      options,
      view,
      focused,
    })
    const end = next.offset + view
    const space = spaceOf(next.layout, end, view)
    // The element isn't scrolled under a moving wheel, which would stop it: the base takes the difference until it rests.
    const { native } = where()
    const isInReach = native <= elementHeight(space) - view
    const isMoving = before !== null && next.offset > 0 && isInReach && hand.isMoving()
    return {
      ...next,
      end,
      isOther: before?.arranged.plan.list !== plan.list,
      position: isMoving ? { native, base: next.offset - native } : positionAt(space, next.offset),
    }
  }, [plan, options, tidied])

  const space = useMemo(
    () => spaceOf(arranged.layout, trimmed === arranged ? 0 : arranged.end, view),
    [arranged, view, trimmed],
  )
  /** Takes away the room below the last row that an anchor needed, once it is out of view. */
  const trim = useCallback(() => {
    if (offsetAt(where()) + view <= spaceOf(arranged.layout, 0, view).height) setTrimmed(arranged)
  }, [where, arranged, view])

  const placeAt = useCallback(
    (at: ScrollPosition, extent: Extent, pace: Pace): Place => {
      const offset = offsetAt(at)
      const beyond = extent === 'around' ? overscan : 0
      const drawn = drawnRows(arranged.layout, offset, offset + view, beyond, drawnMaximum - 1)
      return { arranged, position: at, drawn, pace }
    },
    [arranged, view],
  )
  const first = useMemo(
    () => placeAt(arranged.position, arranged.isOther ? 'view' : 'around', 'steady'),
    [placeAt, arranged],
  )
  const [latest] = useState(() => createStore(() => first))

  const scroll = useCallback(
    (at: ScrollPosition, extent: Extent = 'around', pace: Pace = 'steady') => {
      const element = scroller.current
      position.current = at
      // With another base the rows move too, in the same frame: once they are drawn.
      if (at.base === shown.current?.base && element !== null) putAt(element, position)
      const next = placeAt(at, extent, pace)
      const before = latest.getState()
      if (!isSamePlace(before.arranged === next.arranged ? before : first, next)) latest.setState(next)
    },
    [scroller, placeAt, first, latest],
  )

  const onDrawn = useCallback(
    (place: Place) => {
      const isSame = place.arranged === shown.current?.arranged
      if (!isSame) position.current = place.position
      const isMoved = !isSame || place.position.base !== shown.current?.base
      if (isMoved && scroller.current !== null) putAt(scroller.current, position)
      shown.current = { arranged, space, rows, base: place.position.base }
    },
    [scroller, arranged, space, rows],
  )

  /** What is around is drawn once the pictures in view are there, or after a while; null if it is already. */
  const awaited = useRef<object | null>(null)
  /** What is around waits once, and not again when the window is made higher. */
  const drawnFirst = useRef<Arranged | null>(null)
  const drawAroundLater = useCallback(() => {
    const mine = {}
    awaited.current = mine
    const draw = () => {
      if (awaited.current !== mine) return
      awaited.current = null
      scroll(where())
    }
    // The last of them is painted in the next frame.
    const drawAfterPaint = () => requestAnimationFrame(() => requestAnimationFrame(draw))
    pictures.atRest().then(drawAfterPaint, drawAfterPaint)
    setTimeout(draw, picturesPatience)
  }, [pictures, scroll, where])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let frame = 0
    const withFrame = (work: () => void) => {
      frame = requestAnimationFrame(work)
    }
    /** After a jump: first what is in view, in its colours; a frame later as it is, then also what is around it. */
    const arrive = (at: ScrollPosition) => {
      pictures.allow('none')
      flushSync(() => scroll(at, 'view'))
      // The first of these may still belong to the frame that is being made.
      withFrame(() =>
        withFrame(() => {
          pictures.allow('all')
          withFrame(() => scroll(where()))
        }),
      )
    }
    const onScroll = () => {
      if (element.scrollTop === position.current.native) return
      const next = where()
      const distance = Math.abs(offsetAt(next) - offsetAt(position.current))
      const pace = hand.moved(distance, view)
      pictures.allow(pace === 'steady' ? 'few' : 'none')
      cancelAnimationFrame(frame)
      awaited.current = null
      // In this frame: rows drawn in the next would be missing in this one.
      if (pace !== 'passing' && distance > view) arrive(next)
      else flushSync(() => scroll(next, pace === 'passing' ? 'view' : 'around', pace))
      if (arranged.isKept && offsetAt(next) <= 0) setTidied((times) => times + 1)
    }
    // The visible part may have another height now, or the list.
    const isNew = arranged.isOther && drawnFirst.current !== arranged
    scroll(hand.isMoving() ? where() : atRest(space, where()), isNew ? 'view' : 'around')
    drawnFirst.current = arranged
    if (isNew) drawAroundLater()
    element.addEventListener('scroll', onScroll, { passive: true })
    const forget = hand.listen(element, {
      onSlow() {
        arrive(where())
      },
      onRest() {
        pictures.allow('all')
        // At once: the element could be scrolled before the rows are drawn with another base.
        flushSync(() => scroll(atRest(space, where())))
        trim()
      },
    })
    return () => {
      element.removeEventListener('scroll', onScroll)
      forget()
      cancelAnimationFrame(frame)
      awaited.current = null
      pictures.allow('all')
    }
  }, [scroller, pictures, arranged, view, space, hand, where, scroll, drawAroundLater, trim])

  return {
    plan,
    layout: arranged.layout,
    space,
    places: { latest, first, onDrawn },
    offset: () => offsetAt(where()),
    scrollTo(offset) {
      const isFar = Math.abs(offset - offsetAt(where())) > view
      scroll(positionAt(space, offset), isFar ? 'view' : 'around')
      if (isFar) drawAroundLater()
      else awaited.current = null
      trim()
    },
  }
}

/** For what draws the rows. */
export function usePlace({ places: { latest, first, onDrawn } }: GalleryView): Place {
  const now = useStore(latest)
  const place = now.arranged === first.arranged ? now : first
  useLayoutEffect(() => onDrawn(place))
  return place
}

/** Whether each frame shows other images: nobody can look at them. */
export const useIsPassing = ({ places: { latest, first } }: GalleryView): boolean =>
  useStore(latest, ({ arranged, pace }) => arranged === first.arranged && pace === 'passing')

/** The list may be scrolled to an offset past its last row, where an anchor stays while what is below it goes. */
function spaceOf(layout: Layout, end: number, view: number): ScrollSpace {
  return {
    height: Math.max(layout.height + roomAtEnd - gap, end),
    view,
    cap: heightCap(window.devicePixelRatio),
  }
}

/** Scrolls the element; it may stop at the nearest device pixel. */
function putAt(element: HTMLElement, position: RefObject<ScrollPosition>): void {
  if (element.scrollTop === position.current.native) return
  element.scrollTop = position.current.native
  position.current = { ...position.current, native: element.scrollTop }
}

function isSamePlace(a: Place, b: Place): boolean {
  return (
    a.arranged === b.arranged &&
    a.position.base === b.position.base &&
    a.pace === b.pace &&
    a.drawn.first === b.drawn.first &&
    a.drawn.last === b.drawn.last
  )
}
