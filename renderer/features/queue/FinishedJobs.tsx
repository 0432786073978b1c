import type { FinishedBatch } from '@shared/model/queue'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { JobRow } from './JobRow'
import { useJobWindow } from './useJobWindow'
import { useOffsetIn } from './useOffsetIn'

interface FinishedJobsProps {
  readonly batch: FinishedBatch
  readonly scroller: RefObject<HTMLElement | null>
}

const usualHeight = 60

/** The finished jobs of an opened batch; only those on the screen are drawn. */
export function FinishedJobs({ batch, scroller }: FinishedJobsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const above = useOffsetIn(scroller, list)
  const virtualizer = useVirtualizer({
    count: batch.listed,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    scrollMargin: above,
    overscan: 8,
  })
  const drawn = virtualizer.getVirtualItems()
  const { jobAt, failure } = useJobWindow('queue.finished', batch.id, drawn[0]?.index ?? 0)
  return (
    <ul
      ref={list}
      aria-label={t('queue.finished.requests', { name: batch.name })}
      className="relative ml-4 border-l border-line"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ index, start }) => {
        const job = jobAt(index)
        return (
          <li
            key={job?.id ?? index}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={batch.listed}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ top: start - above }}
          >
            {job === null ? (
              <p className="h-15 px-4 py-2 text-small text-faint">{failure ?? t('queue.order.loading')}</p>
            ) : (
              <JobRow job={job} warn={false} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
