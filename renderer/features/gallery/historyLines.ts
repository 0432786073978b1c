import type { JobHistory } from '@shared/model/exchange'
import { type ImageDetails, localDay } from '@shared/model/image'
import type { TFunction } from 'i18next'
import { timeText } from '../../text/timeText'

/** More attempts than this are only counted. */
const attemptsShown = 4

interface Words {
  readonly t: TFunction
  readonly locale: string
}

/**
 * How an image came, a line for each step: queued, sent, polled, saved. Only what the ledger has is told; of an image
 * that has outlived its job, when it was saved.
 */
export function historyLines(
  { createdAt, tookMs, asked }: Pick<ImageDetails, 'createdAt' | 'tookMs' | 'asked'>,
  history: JobHistory | null,
  { t, locale }: Words,
): readonly string[] {
  const timeOf = createTimes(locale)
  const lines: string[] = []
  const add = (step: Step, time: number) =>
    lines.push(t(`gallery.details.history.${step}`, { time: timeOf(time) }))

  if (history !== null) {
    const shown = history.attempts.slice(-attemptsShown)
    const earlier = history.attemptCount - shown.length
    add('queued', history.queuedAt)
    if (earlier > 0) lines.push(t('gallery.details.history.earlier', { count: earlier }))
    for (const { number, startedAt, answeredAt, outcome, polls } of shown) {
      add(number === 1 ? 'sent' : 'sentAgain', startedAt)
      if (outcome !== 'accepted') {
        const end = t(`sent.end.${outcome ?? 'open'}`)
        lines.push(t('gallery.details.history.ended', { sent: lines.pop(), end }))
      } else if (asked.mode === 'direct' && answeredAt !== null) add('answered', answeredAt)
      if (polls !== null && polls > 0) lines.push(t('gallery.details.history.polled', { count: polls }))
    }
  }
  if (tookMs === null) add('saved', createdAt)
  else
    lines.push(
      t('gallery.details.history.savedAfter', {
        time: timeOf(createdAt),
        seconds: Math.round(tookMs / 1000),
      }),
    )
  return lines
}

type Step = 'queued' | 'sent' | 'sentAgain' | 'answered' | 'saved'

/** To the second; with its day if that isn't today's, or that of the time before. */
function createTimes(locale: string): (time: number) => string {
  let before = localDay(Date.now())
  return (time) => {
    const day = localDay(time)
    const date = day === before ? {} : ({ dateStyle: 'medium' } as const)
    before = day
    return timeText(time, locale, { ...date, timeStyle: 'medium' })
  }
}
