import { useTranslation } from '../parts/useTranslation'
import { useUnseenFailures } from '../parts/useUnseenFailures'
import { useQueue } from '../stores/storesContext'
import { TabList } from '../ui/TabList'
import type { Side, SideTab } from './useSide'

/** The ids by which a tab and its panel name each other. */
export const sideIds = (tab: SideTab) => ({ tab: `side-tab-${tab}`, panel: `side-panel-${tab}` })

/** The queue, with how much is left to do and a mark when it needs the user, and Details. */
export function SideTabs({ side }: { readonly side: Side }) {
  const { t } = useTranslation()
  const overview = useQueue((state) => state.overview)
  const { needsYou = 0, running = 0, waiting = 0 } = overview?.counts ?? {}
  const { count: failed } = useUnseenFailures()
  const left = failed + needsYou + running + waiting
  const needs = needsYou + (overview?.needsYouElsewhere ?? 0)
  const queue = left > 0 ? t('frame.side.queueName', { count: left }) : t('frame.side.queue')
  const needing = needs > 0 ? t('frame.side.needsYou', { queue, count: needs }) : queue
  return (
    <TabList
      label={t('frame.side.label')}
      value={side.tab}
      ids={sideIds}
      onChange={side.show}
      tabs={[
        {
          value: 'queue',
          name: failed > 0 ? t('frame.side.failed', { queue: needing, count: failed }) : needing,
          label: (
            <>
              {queue}
              {failed > 0 && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-bad" />}
              {needs > 0 && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-warn" />}
            </>
          ),
        },
        { value: 'details', label: t('frame.side.details') },
      ]}
    />
  )
}
