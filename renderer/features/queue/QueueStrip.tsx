import { useTranslation } from 'react-i18next'
import { useQueue } from '../../stores/storesContext'
import { BatchChip } from '../../text/BatchChip'
import { PauseButton } from './PauseButton'
import { TodayCost } from './TodayCost'

/** The queue in one line: its counts, and what needs the person. */
export function QueueStrip() {
  const { t } = useTranslation()
  const overview = useQueue((state) => state.overview)
  const counts = overview?.counts
  const first = overview?.needsYou[0]
  return (
    <section aria-label={t('queue.region')} className="flex h-9 min-w-0 items-center gap-4 pl-4 text-small">
      <h2 className="font-semibold">{t('queue.title')}</h2>
      <BatchChip />
      {counts !== undefined && (
        <div className="flex min-w-0 flex-1 items-center gap-4 text-dim">
          {overview?.paused && <span className="shrink-0 text-warn">{t('queue.paused')}</span>}
          {counts.needsYou > 0 && (
            <span className="flex min-w-0 gap-2 text-warn">
              <span className="shrink-0">{t('queue.strip.needsYou', { count: counts.needsYou })}</span>
              {first !== undefined && <span className="truncate">{first.request.prompt}</span>}
            </span>
          )}
          {(['running', 'waiting', 'finished'] as const).map(
            (group) =>
              counts[group] > 0 && (
                <span key={group} className="shrink-0">
                  {t(`queue.strip.${group}`, { count: counts[group] })}
                </span>
              ),
          )}
          {Object.values(counts).every((count) => count === 0) && <span>{t('queue.empty')}</span>}
        </div>
      )}
      <div className="flex min-w-0 gap-4 *:truncate">
        <TodayCost />
      </div>
      <PauseButton />
    </section>
  )
}
