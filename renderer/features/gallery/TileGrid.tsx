import { localDay } from '@shared/model/image'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { arrivedId } from '../../stores/galleryHead'
import { useGallery, useStores } from '../../stores/storesContext'
import { imagesCostWords } from '../../text/costWords'
import { localeOf } from '../../text/locale'
import { timeText } from '../../text/timeText'
import { usePixelRatio } from '../../ui/usePixelRatio'
import { CellTile } from './CellTile'
import type { DropPlace } from './collections/useHandOrder'
import { type Frame, frameBox, isTouched } from './frame'
import { cellAt, type GalleryCell } from './layout/galleryCell'
import { type GalleryPlan, positionOfTile } from './layout/galleryPlan'
import { endOf, heightOf, isHeader, type Layout, sectionIndexOf, startOf, topOf } from './layout/layout'
import { boxOfTile, type TileBox, tileBoxes } from './layout/rowBoxes'
import type { RowRange } from './layout/visibleRows'
import { Mosaic } from './Mosaic'
import { type GalleryView, usePlace } from './useGalleryView'

interface TileGridProps {
  readonly view: GalleryView
  /** The tile that Tab leads to; it is drawn even when it is scrolled out of view. */
  readonly focused: number
  /** Null while none is drawn. */
  readonly frame: Frame | null
  /** Where what is dragged would get in; null while nothing is. */
  readonly place: DropPlace | null
}

/** The rows in view, drawn flat: a tile that moves to another row keeps its element. */
export function TileGrid({ view, focused, frame, place }: TileGridProps) {
  const { t } = useTranslation()
  const { gallery } = useStores()
  const rows = useGallery((state) => state.rows)
  const colours = useGallery(({ shape }) => shape?.colours)
  const pixelRatio = usePixelRatio()
  const { plan, layout } = view
  const {
    drawn,
    pace,
    position: { base },
  } = usePlace(view)
  const tiles = useMemo(
    () => drawnTiles(layout, pace === 'passing' ? nothing : drawn, focused, base),
    [layout, drawn, focused, base, pace],
  )

  const { from, to } = wantedPositions(layout, plan, drawn)
  const other = focused < plan.head.length ? 0 : positionOfTile(plan, focused)
  useEffect(() => {
    if (pace === 'steady') gallery.need(from, to, other)
  }, [gallery, from, to, other, pace])

  const framing = frame === null ? null : moved(frameBox(frame), base)
  const bar = place === null ? null : barBeside(layout, place, base)
  const taken = new Set<string>()
  return (
    <>
      {headersOf(layout, drawn).map((row) => {
        const day = layout.sections[sectionIndexOf(layout, row)]?.key ?? ''
        return (
          <DayHeader
            key={day}
            day={day}
            count={plan.dayCounts.get(day) ?? 0}
            top={topOf(layout, row) - base}
            height={heightOf(layout, row)}
          />
        )
      })}
      {pace === 'passing' && <Mosaic plan={plan} layout={layout} drawn={drawn} base={base} />}
      {tiles.map(({ tile, box }) => {
        const cell = cellAt(plan, rows, tile)
        if (cell === null) return null
        // While rows are being replaced, an old one and a new one may name the same image.
        const key = taken.has(cell.key) ? `at ${tile}` : cell.key
        taken.add(key)
        return (
          <CellTile
            key={key}
            cell={cell}
            tile={tile}
            count={plan.count}
            focusable={tile === focused}
            framed={framing !== null && isTouched(framing, box) && hasImage(cell)}
            colour={cell.kind === 'image' ? (colours?.[cell.position] ?? 0) : 0}
            pixelRatio={pixelRatio}
            box={box}
            t={t}
          />
        )
      })}
      {framing !== null && (
        <div style={framing} className="pointer-events-none absolute border border-accent bg-accent/15" />
      )}
      {bar !== null && (
        <div style={bar} className="pointer-events-none absolute rounded-full bg-accent" data-drop-place="" />
      )}
    </>
  )
}

/** In the gap beside a tile. */
function barBeside(layout: Layout, { tile, to }: DropPlace, base: number): TileBox | null {
  const box = boxOfTile(layout, tile)
  if (box === null) return null
  const middle =
    to === 'before' ? box.left - layout.options.gap / 2 : box.left + box.width + layout.options.gap / 2
  return moved({ ...box, left: Math.max(0, middle - barWidth / 2), width: barWidth }, base)
}

const barWidth = 3

const nothing: RowRange = { first: 0, last: -1 }

const moved = (box: TileBox, base: number): TileBox => ({ ...box, top: box.top - base })

interface DayHeaderProps {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly count: number
  readonly top: number
  readonly height: number
}

function DayHeader({ day, count, top, height }: DayHeaderProps) {
  const { t, i18n } = useTranslation()
  const words = {
    today: t('gallery.today'),
    yesterday: t('gallery.yesterday'),
    language: localeOf(i18n.language),
  }
  return (
    <div
      style={{ top, height }}
      className="absolute inset-x-0 flex items-end gap-2 pb-1.5 text-small text-dim"
    >
      {/* No button, which a list of options may not have: the command has keys. */}
      <span
        data-day={day}
        title={t('gallery.goToDate.hint')}
        className="cursor-pointer font-semibold text-text underline-offset-2 hover:underline"
      >
        {dayLabel(day, Date.now(), words)}
      </span>
      <DayFacts day={day} count={count} />
    </div>
  )
}

/** How many images a day has, and what they have cost. */
function DayFacts({ day, count }: { readonly day: string; readonly count: number }) {
  const { t } = useTranslation()
  const at = useGallery(({ shape }) => shape?.days.findIndex((one) => one.day === day) ?? -1)
  const cost = useGallery(({ costs }) => costs?.days.find((one) => one.day === day)?.cost ?? null)
  const stacked = useGallery(({ shape }) => shape?.stackCounts?.days[at] ?? null)
  const words = cost === null ? null : imagesCostWords(cost, t)
  return (
    <span className="min-w-0 truncate text-faint">
      {[
        t('gallery.count', { count: stacked?.images ?? count }),
        ...(stacked === null || stacked.stacks === 0
          ? []
          : [t('gallery.tries.count', { count: stacked.stacks })]),
        ...(words === null ? [] : [words]),
      ].join(', ')}
    </span>
  )
}

function headersOf(layout: Layout, { first, last }: RowRange): readonly number[] {
  const headers: number[] = []
  for (let row = first; row <= last; row++) if (isHeader(layout, row)) headers.push(row)
  return headers
}

/** The list positions of the rows in view; `to` is exclusive. */
function wantedPositions(layout: Layout, plan: GalleryPlan, { first, last }: RowRange) {
  const start = Math.max(plan.head.length, startOf(layout, first))
  const end = last < first ? 0 : endOf(layout, last)
  return end <= start
    ? { from: 0, to: 0 }
    : { from: positionOfTile(plan, start), to: positionOfTile(plan, end - 1) + 1 }
}

interface DrawnTile {
  readonly tile: number
  readonly box: TileBox
}

function drawnTiles(
  layout: Layout,
  { first, last }: RowRange,
  focused: number,
  base: number,
): readonly DrawnTile[] {
  const drawn: DrawnTile[] = []
  const add = (tile: number, box: TileBox) => drawn.push({ tile, box: moved(box, base) })
  for (let row = first; row <= last; row++) {
    if (isHeader(layout, row)) continue
    for (const [tile, box] of tileBoxes(layout, row)) add(tile, box)
  }
  const isDrawn = last >= first && focused >= startOf(layout, first) && focused < endOf(layout, last)
  const box = isDrawn ? null : boxOfTile(layout, focused)
  if (box !== null) add(focused, box)
  return drawn
}

interface DayWords {
  readonly today: string
  readonly yesterday: string
  readonly language: string
}

/** "Today", "Yesterday", otherwise the date; the year only if it isn't the current one. */
function dayLabel(day: string, now: number, words: DayWords): string {
  if (day === localDay(now)) return words.today
  const date = new Date(now)
  date.setDate(date.getDate() - 1)
  if (day === localDay(date.getTime())) return words.yesterday
  const [year = 1970, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  return timeText(new Date(year, month - 1, dayOfMonth), words.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
  })
}

const hasImage = (cell: GalleryCell): boolean => cell.kind === 'image' || arrivedId(cell.tile) !== null
