import type { RefObject } from 'react'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useTranslation } from '../../parts/useTranslation'
import type { UnseenFailures } from '../../parts/useUnseenFailures'
import { Button } from '../../ui/Button'
import { FinishedList } from './FinishedList'
import { QueueGroup } from './QueueGroup'

interface FailedGroupProps {
  readonly unseen: UnseenFailures
  readonly scroller: RefObject<HTMLElement | null>
}

/** What failed and was not seen yet, so that later successes don't bury it. */
export function FailedGroup({ unseen: { batches, count }, scroller }: FailedGroupProps) {
  const { t } = useTranslation()
  const change = useChangePreferences()
  const last = Math.max(0, ...batches.map(({ failedAt }) => failedAt ?? 0))
  return (
    <QueueGroup
      group="failed"
      count={count}
      more={false}
      actions={
        <Button look="link" onClick={() => change({ failuresSeen: last })}>
          {t('queue.seen')}
        </Button>
      }
    >
      <div className="[&_[data-batch]]:shadow-[inset_2px_0_var(--bad)]">
        <FinishedList batches={batches} scroller={scroller} />
      </div>
    </QueueGroup>
  )
}
