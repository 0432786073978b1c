import { jobGroups } from '@shared/model/queue'
import type { ReactNode } from 'react'
import { BatchChip } from '../../parts/BatchChip'
import { useTranslation } from '../../parts/useTranslation'
import { useUnseenFailures } from '../../parts/useUnseenFailures'
import { useQueue } from '../../stores/storesContext'
import { PauseButton } from './PauseButton'
import { TodayCost } from './TodayCost'

/** The queue in one line: its counts, and what needs the user. Wraps where one line is too short. */
export function QueueStrip({ corner }: { readonly corner?: ReactNode }) {
  const { t } = useTranslation()
  const overview = useQueue((state) => state.overview)
  const counts = overview?.counts
  const unseen = useUnseenFailures()
  const first = overview?.needsYou[0]
  return (
    <section
      aria-label={t('queue.region')}
      className="@container flex min-h-9 min-w-0 items-center gap-2 py-1 pr-2 pl-4 text-small"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 text-dim">
        <h2 className="font-semibold text-text">{t('queue.title')}</h2>
        <BatchChip className="min-w-0" />
        {overview?.paused && <span className="text-warn">{t('queue.paused')}</span>}
        {counts !== undefined && (
          <>
            {counts.needsYou > 0 && (
              <span className="flex max-w-full gap-2 whitespace-nowrap text-warn">
                {t('queue.strip.needsYou', { count: counts.needsYou })}
                {first !== undefined && (
                  <span
                    dir="auto"
                    title={first.request.prompt}
                    className="hidden max-w-60 min-w-0 truncate @min-[960px]:block"
                  >
                    {first.request.prompt}
                  </span>
                )}
              </span>
            )}
            {unseen.count > 0 && (
              <span className="whitespace-nowrap text-bad">
                {t('queue.strip.failed', { count: unseen.count })}
              </span>
            )}
            {jobGroups.map(
              (group) =>
                group !== 'needsYou' &&
                counts[group] > 0 && (
                  <span key={group} className="whitespace-nowrap">
                    {t(`queue.strip.${group}`, { count: counts[group] })}
                  </span>
                ),
            )}
            {Object.values(counts).every((count) => count === 0) && <span>{t('queue.empty')}</span>}
          </>
        )}
      </div>
      <div className="hidden min-w-0 text-right *:truncate @min-[720px]:block">
        <TodayCost />
      </div>
      <PauseButton />
      {corner}
    </section>
  )
}
