import { localDay } from '@shared/model/image'

interface DayWords {
  readonly today: string
  readonly yesterday: string
  readonly language: string
}

/** "Today", "Yesterday", otherwise the date; the year only if it isn't the current one. */
export function dayLabel(day: string, now: number, words: DayWords): string {
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
