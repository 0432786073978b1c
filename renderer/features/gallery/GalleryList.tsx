import type { Image } from '@shared/model/image'
import { noMarks } from '@shared/model/imageMarks'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { arrivedId } from '../../stores/galleryHead'
import { keyOf } from '../../stores/keyboard'
import { countOf, isSelected, noImages, type SelectedImages } from '../../stores/selectedImages'
import { useApp, useCommand, useGallery, useStores } from '../../stores/storesContext'
import { useContentSize } from '../../ui/useContentSize'
import { useContextMenu } from '../../ui/useContextMenu'
import type { Deletes } from './collections/leavableCollection'
import { useCollectSelected } from './collections/useCollectSelected'
import { useHandOrder } from './collections/useHandOrder'
import { Compare } from './compare/Compare'
import { useComparing } from './compare/useComparing'
import { useDateJump } from './dates/useDateJump'
import { imagesTouched } from './frame'
import { cellAt, type GalleryCell, type ImageCell, imageAtTile, imageThatStays } from './layout/galleryCell'
import { isGridMoveKey, moveInGrid } from './layout/gridMoves'
import { elementHeight } from './layout/scrollSpace'
import { QuickLook } from './look/QuickLook'
import { markOfKeys } from './marks/markKeys'
import { useOriginals } from './originals/useOriginals'
import { useTileDrag } from './originals/useTileDrag'
import { isCovered, offsetToShow } from './scrollView'
import { isOnStackBadge } from './stacks/StackBadge'
import { useStackOpening } from './stacks/useStackOpening'
import { TileGrid } from './TileGrid'
import { TileItems } from './TileItems'
import type { TrashActions } from './trash/useTrash'
import { useCulling } from './useCulling'
import type { Deleting } from './useDeleting'
import { useFrame } from './useFrame'
import { useGalleryPlan } from './useGalleryPlan'
import { useGalleryView, useIsPassing } from './useGalleryView'
import { useHeldMove } from './useHeldMove'
import { useImageVerbs } from './useImageVerbs'
import { useLooking } from './useLooking'
import { useQueueAgain } from './useQueueAgain'
import type { Selecting } from './useSelecting'
import { useFocusKeptInRegion, useFollowSelection, useTileFocus } from './useTileFocus'
import type { TileSize } from './useTileSize'
import { useWheelSize } from './useWheelSize'

/** How much of a page stays visible when paging, so that a row remains in view. */
const pageOverlap = 80

interface GalleryListProps {
  readonly tileSize: TileSize
  readonly selecting: Selecting
  readonly deleting: Deleting
  /** Null while the list is of the library. */
  readonly trash: TrashActions | null
}

/** The tiles, with keyboard and pointer handling. */
export function GalleryList({ tileSize, selecting, deleting, trash }: GalleryListProps) {
  const { t } = useTranslation()
  const { batchFilter, queue, selection } = useStores()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const rows = useGallery((state) => state.rows)
  const scroller = useRef<HTMLDivElement>(null)
  const size = useContentSize(scroller)
  const { height } = size
  const plan = useGalleryPlan()
  const focus = useTileFocus(scroller, plan)
  const view = useGalleryView(scroller, size, plan, focus.key, tileSize.value)
  const { layout } = view
  const isPassing = useIsPassing(view)
  /** The image whose menu was opened last. */
  const [asked, setAsked] = useState<Image | null>(null)

  const reveal = (tile: number) => {
    const offset = offsetToShow(layout, tile, view.offset(), height)
    if (offset !== view.offset()) view.scrollTo(offset)
  }
  useFocusKeptInRegion(scroller, () => focus.move(focus.tile, true))

  useWheelSize(scroller, tileSize)

  // A toast opened below the list, or the window became less high: the tile that was chosen and visible stays in view.
  const seenHeight = useRef(height)
  const keepInView = useEffectEvent(() => {
    const before = seenHeight.current
    seenHeight.current = height
    if (countOf(selection.getState()) === 0) return
    if (isCovered(layout, focus.tile, view.offset(), { before, now: height })) reveal(focus.tile)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reacts to the height
  useEffect(() => keepInView(), [height])

  const follow = (tile: number, take: boolean) => {
    focus.move(tile, take)
    reveal(tile)
  }
  const looking = useLooking({ plan, focus, deleting, selecting, follow: (tile) => follow(tile, false) })
  const comparing = useComparing(() => focus.move(focus.tile, true))
  const isComparing = comparing.slots.length > 0
  useFollowSelection(plan, focus, looking.isOpen || isComparing, reveal)

  /** A tile without an image leaves nothing selected: a key must not act on an image selected before. */
  const selectOnly = (cell: GalleryCell | null) => {
    if (cell?.kind === 'image')
      return cell.image === null ? selecting.onlyAt(cell.position) : selecting.only(cell.image)
    const arrived = cell === null ? null : arrivedId(cell.tile)
    return arrived === null ? selection.clear() : selecting.onlyArrived(arrived)
  }

  const toggle = ({ image, position }: ImageCell) =>
    image === null ? selecting.toggleAt(position) : selecting.toggle(image)

  const goTo = (tile: number, how: 'select' | 'range' | 'focus', take = true) => {
    follow(tile, take)
    const cell = cellAt(plan, rows, tile)
    if (how === 'focus') return
    if (cell?.kind === 'image' && how === 'range') selecting.rangeTo(cell.position)
    else selectOnly(cell)
  }

  const heldMove = useHeldMove((to: 'select' | 'range' | 'focus' | { readonly day: string }) =>
    typeof to === 'string' ? goTo(layout.tiles - 1, to) : dates.goTo(to.day),
  )
  const dates = useDateJump(scroller, view, {
    go(day) {
      if (!heldMove.hold({ day })) dates.goTo(day)
    },
    select: (tile) => goTo(tile, 'select'),
  })

  const culling = useCulling(plan, goTo, selecting)
  const stackOpening = useStackOpening({ plan, selecting, goTo: (tile) => follow(tile, true) })
  const originals = useOriginals()
  const verbsOf = useImageVerbs()
  const queueAgain = useQueueAgain()

  const remove = (deletes: Deletes) => {
    if (trash !== null) return trash.discard()
    selection.act(() => {
      const next = imageThatStays(plan, rows, focus.tile, deleting.goes)
      deleting.remove(() => (next === null ? selection.clear() : selecting.only(next)), deletes)
    })
  }
  // A button or an item that says so deletes, also in a collection.
  useCommand('delete', () => remove({ deletes: true }))

  useCollectSelected()

  const open = (cell: GalleryCell | null) => {
    if (cell?.kind === 'image') looking.open()
    else if (cell?.tile.kind === 'stack') {
      if (cell.tile.name !== null) batchFilter.show(cell.tile.batchId)
      queue.seek(cell.tile.batchId)
    }
  }

  /** Where nothing is selected, a key acts on the image that has the focus: it is selected then. */
  const selectFocused = (event: KeyboardEvent) =>
    selection.act(() => {
      if (countOf(selection.getState()) > 0 || tileAt(event.target) !== focus.tile) return
      const cell = cellAt(plan, rows, focus.tile)
      if (cell?.kind !== 'image') selectOnly(cell)
      else if (cell.image !== null && !deleting.isGone(cell.image)) selecting.only(cell.image)
    })

  const page = height - pageOverlap
  const hand = useHandOrder({ plan, layout, tile: focus.tile, page, tileAt, reveal })

  const onKeyDown = (event: KeyboardEvent) => {
    const mod = mac ? event.metaKey : event.ctrlKey
    const cell = cellAt(plan, rows, focus.tile)
    const image = cell?.kind === 'image' ? cell.image : null
    heldMove.drop()
    if (!event.repeat && actsOnSelected(event, mac)) selectFocused(event)
    if (hand.onKey(event)) {
      // It has moved what is selected.
    } else if (isGridMoveKey(event.key) && !event.altKey) {
      const how = event.shiftKey ? 'range' : mod ? 'focus' : 'select'
      if (event.key !== 'End' || !heldMove.hold(how))
        goTo(moveInGrid(layout, focus.tile, event.key, page), how)
    } else if (event.key === ' ' && mod) {
      if (cell?.kind === 'image') toggle(cell)
    } else if ((event.key === ' ' || event.key === 'Enter') && !mod) open(cell)
    else if (isDelete(event, mac)) {
      // Holding the key down would delete the next image too, and the one after that.
      if (!event.repeat) remove({ deletes: event.shiftKey })
    } else if (event.key === 'Escape') selection.clear()
    else if (
      !culling.onKey(event) &&
      !stackOpening.onKey(event, focus.tile) &&
      !comparing.onKey(event) &&
      !originals.onKey(event, image, (work) => selection.act(() => work(selection.getState())))
    )
      return
    event.preventDefault()
  }

  /** What was selected before a frame was begun. */
  const unframed = useRef<SelectedImages>(noImages)
  const drawing = useFrame(scroller, view, {
    onBegin(adds) {
      const { ids, many } = selection.getState()
      unframed.current = { ids, many }
      focus.move(focus.tile, true)
      if (!adds) selection.clear()
    },
    onEnd: (frame, adds, done) => selecting.touched(imagesTouched(plan, layout, frame), adds, done),
    onCancel: () => selection.replace(unframed.current),
  })

  const onClick = (event: MouseEvent) => {
    if (drawing.endedByClick() || dates.onClick(event.target)) return
    const tile = tileAt(event.target)
    const cell = tile === null ? null : cellAt(plan, rows, tile)
    if (tile === null || cell === null) return selection.clear()
    focus.move(tile, true)
    if (isOnStackBadge(event.target)) return stackOpening.toggle(tile)
    const mod = mac ? event.metaKey : event.ctrlKey
    if (!event.shiftKey && !mod) selectOnly(cell)
    if (cell.kind === 'head') return open(cell)
    if (event.shiftKey) selecting.rangeTo(cell.position)
    else if (mod) toggle(cell)
  }

  const onDragStart = useTileDrag((target) => {
    const tile = tileAt(target)
    return trash === null && tile !== null ? imageAtTile(plan, rows, tile) : null
  }, selecting.only)

  const onDoubleClick = (event: MouseEvent) => {
    const tile = tileAt(event.target)
    const cell = tile === null ? null : cellAt(plan, rows, tile)
    if (cell?.kind === 'image' && !isOnStackBadge(event.target)) open(cell)
  }

  const context = useContextMenu(
    t('gallery.menu'),
    asked !== null && (
      <TileItems
        image={asked}
        trash={trash}
        onLook={looking.open}
        onMark={culling.markSelected}
        onStack={() => stackOpening.toggle(focus.tile)}
      />
    ),
  )
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const tile = tileAt(event.target)
    const image = tile === null ? null : imageAtTile(plan, rows, tile)
    if (tile === null || image === null) return
    focus.move(tile, true)
    if (!isSelected(selection.getState(), image)) selecting.only(image)
    setAsked(image)
    context.onContextMenu(event)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the tiles deselects, as Escape does */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list below handles the keys */}
      <div
        ref={scroller}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onPointerDown={(event) => {
          heldMove.drop()
          drawing.begin(event, tileAt(event.target) === null)
        }}
        className="min-h-0 flex-1 overflow-x-hidden overflow-y-scroll px-4 select-none [overflow-anchor:none]"
      >
        {layout.tiles > 0 && (
          <div
            role="listbox"
            tabIndex={-1}
            aria-label={t('gallery.images')}
            aria-multiselectable
            aria-busy={isPassing}
            onKeyDown={onKeyDown}
            onContextMenu={onContextMenu}
            onDragStart={onDragStart}
            {...hand.dropping}
            onFocus={(event) => {
              const tile = tileAt(event.target)
              if (tile !== null) focus.move(tile, true)
            }}
            onBlur={(event) => {
              if (event.currentTarget.contains(event.relatedTarget)) return
              heldMove.drop()
              focus.leave()
            }}
            style={{ height: elementHeight(view.space) }}
            className="relative"
          >
            <TileGrid view={view} focused={focus.tile} frame={drawing.frame} place={hand.place} />
          </div>
        )}
      </div>
      {context.menu}
      {dates.popover}
      {looking.isOpen && (
        <QuickLook
          plan={plan}
          at={focus}
          decoding={looking.decoding}
          onGo={looking.goTo}
          verbsOf={(image) => verbsOf(image, trash !== null)}
          onKey={(event, image) => originals.onKey(event, image, (work) => work(noImages))}
          onDelete={looking.remove}
          onMark={culling.markLooked}
          onAgain={queueAgain}
          onClose={looking.close}
        />
      )}
      {isComparing && (
        <Compare slots={comparing.slots} onDelete={deleting.removeOne} onClose={comparing.close} />
      )}
    </>
  )
}

const isDelete = ({ key }: KeyboardEvent, mac: boolean): boolean =>
  key === 'Delete' || (mac && key === 'Backspace')

/** Moves, deletes, marks or collects what is selected. */
function actsOnSelected(event: KeyboardEvent, mac: boolean): boolean {
  const { altKey, ctrlKey, metaKey } = event
  if (isDelete(event, mac) || markOfKeys(event, () => noMarks) !== null) return true
  if (ctrlKey || metaKey) return false
  return altKey ? isGridMoveKey(event.key) : keyOf(event) === 'a'
}

function tileAt(target: EventTarget): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return element === null ? null : Number(element.dataset.tile)
}
