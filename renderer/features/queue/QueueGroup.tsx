import { groupRowsMaximum, type JobGroup } from '@shared/model/queue'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useQueue, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'

interface QueueGroupProps {
  readonly group: JobGroup | 'failed'
  /** The number of jobs in it, listed or not. */
  readonly count: number
  /** True if there are more than are listed. */
  readonly more: boolean
  /** Text about the whole group. */
  readonly note?: string | null
  /** Link-like buttons for the whole group. */
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A titled part of the queue; nothing while it is empty. */
export function QueueGroup({ group, count, more, note = null, actions, children }: QueueGroupProps) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const limit = useQueue((state) => state.limit)
  const id = useId()
  if (count === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="group/part pb-2 before:mr-2 before:ml-4 before:block before:border-t before:border-line"
    >
      <div
        data-line
        className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3 pr-2 pb-1 pl-4 text-small"
      >
        <h3 id={id} className="font-medium text-dim">
          {t(`queue.group.${group}`)} <span className="pl-1 text-faint">{t('queue.number', { count })}</span>
        </h3>
        {note !== null && <p className="order-last basis-full text-dim">{note}</p>}
        {actions}
      </div>
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
