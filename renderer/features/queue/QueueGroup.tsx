import { groupRowsMaximum, type JobGroup } from '@shared/model/queue'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueue, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

interface QueueGroupProps {
  readonly group: JobGroup
  /** Jobs in it, listed or not. */
  readonly count: number
  /** True when there are more than are listed. */
  readonly more: boolean
  readonly children: ReactNode
}

/** A titled part of the queue; nothing while it is empty. */
export function QueueGroup({ group, count, more, children }: QueueGroupProps) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const limit = useQueue((state) => state.limit)
  const id = useId()
  if (count === 0) return null
  return (
    <section aria-labelledby={id} className="border-t border-line pt-1 pb-2">
      <h3 id={id} className="flex justify-between pt-2 pr-2 pl-4 pb-1 text-small font-medium text-dim">
        <span>{t(`queue.group.${group}`)}</span> <span>{t('queue.number', { count })}</span>
      </h3>
      {children}
      {more && limit < groupRowsMaximum && (
        <Button look="link" className="mx-4 my-1 text-small" onClick={() => void queue.showMore()}>
          {t('queue.showMore')}
        </Button>
      )}
      {more && limit >= groupRowsMaximum && (
        <p className="py-1 pr-2 pl-4 text-small text-faint">
          {t('queue.shownOnly', { count: groupRowsMaximum })}
        </p>
      )}
    </section>
  )
}
