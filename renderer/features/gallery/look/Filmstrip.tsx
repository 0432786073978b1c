import { ratioOf } from '@shared/model/image'
import { noMarks } from '@shared/model/imageMarks'
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery } from '../../../stores/storesContext'
import { classNames } from '../../../ui/classNames'
import { useContentSize } from '../../../ui/useContentSize'
import { usePixelRatio } from '../../../ui/usePixelRatio'
import { cellAt, type GalleryCell } from '../layout/galleryCell'
import type { GalleryPlan } from '../layout/galleryPlan'
import { MarkBadge } from '../marks/MarkBadge'
import { markWords } from '../marks/markWords'
import { useMarks } from '../marks/useMarks'
import { TilePicture } from '../picture/TilePicture'
import { stripWindow } from './stripWindow'

/** CSS pixels. */
const frame = { width: 96, height: 68, gap: 6 }

interface FilmstripProps {
  readonly plan: GalleryPlan
  /** The tile that is looked at. */
  readonly tile: number
  /** The images that are looked at, by their ids. */
  readonly looked: readonly string[]
  readonly onGo: (tile: number) => void
}

/** The neighbours of what is looked at: however many images there are, only those that fit are in the page. */
export function Filmstrip({ plan, tile, looked, onGo }: FilmstripProps) {
  const { t } = useTranslation()
  const rows = useGallery((state) => state.rows)
  const colours = useGallery(({ shape }) => shape?.colours)
  const strip = useRef<HTMLDivElement>(null)
  const { width } = useContentSize(strip)
  const room = Math.max(1, Math.floor((width + frame.gap) / (frame.width + frame.gap)))
  const from = useRef(0)
  /** The focus follows the arrow keys. */
  const hasKeys = useRef(false)
  // First comes what is looked at.
  const isFilled = useDeferredValue(true, false)
  const shown = stripWindow({ from: from.current, room, at: tile, count: plan.count })
  from.current = shown.from

  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    hasKeys.current = true
    onGo(tile + way)
  }

  useLayoutEffect(() => {
    if (!hasKeys.current) return
    hasKeys.current = false
    strip.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })

  return (
    <div
      ref={strip}
      role="listbox"
      tabIndex={-1}
      aria-label={t('gallery.look.filmstrip')}
      aria-orientation="horizontal"
      aria-multiselectable
      onKeyDown={onKeyDown}
      className="box-content flex shrink-0 overflow-hidden p-4 pt-1"
      style={{ gap: frame.gap, height: frame.height }}
    >
      {Array.from({ length: isFilled ? shown.length : 0 }, (_, index) => {
        const at = shown.from + index
        const cell = cellAt(plan, rows, at)
        return (
          cell !== null && (
            <Neighbour
              key={cell.key}
              cell={cell}
              place={{ at, of: plan.count }}
              colour={cell.kind === 'image' ? (colours?.[cell.position] ?? 0) : 0}
              current={at === tile}
              looked={cell.kind === 'image' && cell.image !== null && looked.includes(cell.image.id)}
              onGo={() => onGo(at)}
            />
          )
        )
      })}
    </div>
  )
}

interface NeighbourProps {
  readonly cell: GalleryCell
  readonly place: { readonly at: number; readonly of: number }
  readonly colour: number
  /** The one that Tab leads to. */
  readonly current: boolean
  readonly looked: boolean
  readonly onGo: () => void
}

const noImage = { id: '', number: 0, ...noMarks }
const onDrawn = () => {}

function Neighbour({ cell, place, colour, current, looked, onGo }: NeighbourProps) {
  const { t } = useTranslation()
  const pixelRatio = usePixelRatio()
  const image = cell.kind === 'image' ? cell.image : null
  const marks = useMarks(image ?? noImage)
  const label =
    image === null
      ? t('gallery.tileLoading')
      : [t('gallery.caption', { ...image, index: image.index + 1 }), ...markWords(marks, t)].join(', ')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the strip handles the keys
    <div
      role="option"
      aria-label={label}
      aria-selected={looked}
      aria-setsize={place.of}
      aria-posinset={place.at + 1}
      tabIndex={current ? 0 : -1}
      onClick={onGo}
      style={{ width: frame.width, height: frame.height }}
      className={classNames(
        'relative max-w-40 flex-1 rounded-small bg-raise outline-offset-1',
        looked
          ? 'outline-2 outline-accent focus-visible:outline-3'
          : 'focus-visible:outline-2 focus-visible:outline-text',
      )}
    >
      {cell.kind === 'image' && image?.decoded !== false && (
        <TilePicture
          key={image?.id}
          id={image?.id ?? null}
          picture={image?.picture ?? 0}
          placeholder={image?.placeholder ?? null}
          colour={colour}
          ratio={image === null ? frame.width / frame.height : ratioOf(image)}
          width={frame.width}
          height={frame.height}
          pixelRatio={pixelRatio}
          shown
          dimmed={marks.flag === 'rejected'}
          onDrawn={onDrawn}
        />
      )}
      <MarkBadge {...marks} />
    </div>
  )
}
