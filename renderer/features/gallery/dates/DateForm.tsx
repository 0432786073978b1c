import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery, useStores } from '../../../stores/storesContext'
import { localeOf } from '../../../text/locale'
import { timeText } from '../../../text/timeText'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/TextField'
import { nearestDay } from './nearestDay'

interface DateFormProps {
  /** The days that have images, `YYYY-MM-DD`, in list order; none if the list isn't sorted by time. */
  readonly days: readonly string[]
  /** What is in the field at first. */
  readonly first: string
  readonly onGo: (day: string) => void
}

/** Asks for a day of the list. In another order than by time, it says why there is none to go to. */
export function DateForm({ days, first, onGo }: DateFormProps) {
  return days.length === 0 ? <NoDays /> : <DayField days={days} first={first} onGo={onGo} />
}

function DayField({ days, first, onGo }: DateFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState(first || days[0] || '')
  const isBeginning = useGallery(({ shape }) => shape?.isBeginning === true)
  const day = nearestDay(days, wanted)
  const sorted = days.toSorted()
  // Also once the list is sorted by time, in place of the button that did it.
  useEffect(() => field.current?.focus(), [])

  return (
    <form
      noValidate
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== null) onGo(wanted)
      }}
    >
      <label htmlFor={id} className="text-small text-dim">
        {t('gallery.goToDate.field')}
      </label>
      <div className="flex items-center gap-2">
        <TextField
          ref={field}
          id={id}
          type="date"
          min={isBeginning ? undefined : sorted[0]}
          max={sorted.at(-1)}
          value={wanted}
          aria-describedby={`${id}day`}
          onChange={({ target }) => setWanted(target.value)}
        />
        <Button type="submit" unavailable={day === null}>
          {t('gallery.goToDate.go')}
        </Button>
      </div>
      <p id={`${id}day`} role="status" className="min-h-4 text-small text-dim">
        {day !== null && !isBeginning && <DayWords day={day} isWanted={day === wanted} />}
      </p>
    </form>
  )
}

/** What a day has, or which one is the nearest to that in the field. */
function DayWords({ day, isWanted }: { readonly day: string; readonly isWanted: boolean }) {
  const { t, i18n } = useTranslation()
  const count = useGallery(({ shape }) => {
    const at = shape?.days.findIndex((one) => one.day === day) ?? -1
    return shape?.stackCounts?.days[at]?.images ?? shape?.days[at]?.count ?? 0
  })
  if (isWanted) return t('gallery.goToDate.here', { count })
  const [year = 1970, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  const date = timeText(new Date(year, month - 1, dayOfMonth), localeOf(i18n.language), { dateStyle: 'long' })
  return t('gallery.goToDate.nearest', { date })
}

function NoDays() {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const sort = useGallery((state) => state.sort)
  if (sort === 'new' || sort === 'old') return <p className="text-dim">{t('gallery.goToDate.none')}</p>
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status" className="text-dim">
        {t('gallery.goToDate.noDays', { order: t(`gallery.sort.${sort}`) })}
      </p>
      <Button
        onClick={() => {
          selection.clear()
          void gallery.search({ sort: 'new' })
        }}
      >
        {t('gallery.goToDate.sort')}
      </Button>
    </div>
  )
}
