import { localDay } from '@shared/model/image'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useGallery, useStores } from '../../stores/storesContext'
import { imagesCostWords } from '../../text/costWords'
import { localeOf } from '../../text/locale'
import { CellTile } from './CellTile'
import { cellAt } from './galleryCell'
import type { GalleryPlan } from './galleryPlan'
import { type Layout, rowOfTile } from './layout'
import { useVisibleRows } from './scrollView'
import { type GalleryLayout, gap } from './useGalleryLayout'
import type { RowRange } from './visibleRows'

interface TileGridProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: GalleryLayout
  /** The tile that Tab leads to; it is drawn even when it is scrolled out of view. */
  readonly focused: number
}

/** The rows in view, drawn flat: a tile that moves to another row keeps its element. */
export function TileGrid({ scroller, view, focused }: TileGridProps) {
  const { t, i18n } = useTranslation()
  const { gallery } = useStores()
  const rows = useGallery((state) => state.rows)
  const colours = useGallery(({ shape }) => shape?.colours)
  const { plan, layout } = view
  const range = useVisibleRows(scroller, layout)
  const drawn = drawnRows(range, rowOfTile(layout, focused))
  const tiles = drawn.flatMap((index) => tilesOf(layout, index))

  const wanted = wantedPositions(layout, plan, range)
  useEffect(() => gallery.need(wanted.from, wanted.to), [gallery, wanted.from, wanted.to])

  const taken = new Set<string>()
  return (
    <>
      {drawn.map((index) => {
        const row = layout.rows[index]
        if (row?.kind !== 'header') return null
        const words = {
          today: t('gallery.today'),
          yesterday: t('gallery.yesterday'),
          language: localeOf(i18n.language),
        }
        return (
          <div
            key={row.key}
            style={{ top: row.top, height: row.height }}
            className="absolute inset-x-0 flex items-end gap-2 pb-1.5 text-small text-dim"
          >
            {dayLabel(row.key, Date.now(), words)}
            <DayFacts day={row.key} count={plan.dayCounts.get(row.key) ?? 0} />
          </div>
        )
      })}
      {tiles.map(({ tile, ...box }) => {
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
            colour={cell.kind === 'image' ? (colours?.[cell.position] ?? 0) : 0}
            box={box}
          />
        )
      })}
    </>
  )
}

/** How many images a day has, and what they have cost. */
function DayFacts({ day, count }: { readonly day: string; readonly count: number }) {
  const { t } = useTranslation()
  const cost = useGallery(({ shape, costs }) => {
    const at = shape?.days.findIndex((one) => one.day === day) ?? -1
    return costs?.days[at] ?? null
  })
  const words = cost === null ? null : imagesCostWords(cost, t)
  return (
    <span className="min-w-0 truncate text-faint">
      {[t('gallery.count', { count }), ...(words === null ? [] : [words])].join(', ')}
    </span>
  )
}

function drawnRows({ first, last }: RowRange, focusedRow: number): readonly number[] {
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return focusedRow < 0 || (focusedRow >= first && focusedRow <= last) ? drawn : [...drawn, focusedRow]
}

/** The list positions of the rows in view; `to` is exclusive. */
function wantedPositions(layout: Layout, plan: GalleryPlan, { first, last }: RowRange) {
  const rows = layout.rows.slice(first, last + 1).filter((row) => row.kind === 'tiles')
  const position = (tile: number) => plan.positions?.[tile - plan.head.length] ?? tile - plan.head.length
  const start = Math.max(plan.head.length, rows[0]?.start ?? 0)
  const end = rows.at(-1)?.end ?? 0
  return end <= start ? { from: 0, to: 0 } : { from: position(start), to: position(end - 1) + 1 }
}

function tilesOf(layout: Layout, index: number) {
  const row = layout.rows[index]
  if (row?.kind !== 'tiles') return []
  let right = 0
  return layout.widths(row).map((width, offset) => {
    const left = right
    right += width + gap
    return { tile: row.start + offset, left, top: row.top, width, height: row.height }
  })
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
  return new Intl.DateTimeFormat(words.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
  }).format(new Date(year, month - 1, dayOfMonth))
}
