import type { Job } from '@shared/model/job'
import type { Batch, Place } from '@shared/model/queue'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { useRowDrag } from '../../ui/useRowDrag'
import { jobTitle } from './jobTitle'
import { MovableRow } from './MovableRow'
import { useJobWindow } from './useJobWindow'
import { type MovedRow, useMove } from './useMove'
import { useOffsetIn } from './useOffsetIn'
import { WaitingJobItems } from './WaitingJobItems'
import { WaitingJobRow } from './WaitingJobRow'

interface WaitingJobsProps {
  readonly batch: Batch
  readonly scroller: RefObject<HTMLElement | null>
}

const rowHeight = 36

/** The waiting jobs of an opened batch; only those on the screen are drawn. */
export function WaitingJobs({ batch, scroller }: WaitingJobsProps) {
  const { t } = useTranslation()
  const { queue } = useStores()
  const list = useRef<HTMLUListElement>(null)
  const above = useOffsetIn(scroller, list)
  const virtualizer = useVirtualizer({
    count: batch.waiting,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: above,
    overscan: 8,
  })
  const drawn = virtualizer.getVirtualItems()
  const { jobAt, failure } = useJobWindow('queue.waiting', batch.id, drawn[0]?.index ?? 0)
  const move = useMove('job')

  const place = (row: MovedRow, to: Place) =>
    move(row, to, (index) => {
      // Its row may be drawn again far from where it was: the focus follows it there.
      if (drawn.some((item) => item.index === index)) return
      virtualizer.scrollToIndex(index)
      queue.wantRow(row.id)
    })
  const { onPointerDown, markOf } = useRowDrag(scroller, place)

  return (
    <ul
      ref={list}
      data-rows
      aria-label={t('queue.order.requests', { name: batch.name })}
      onPointerDown={onPointerDown}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ index, start }) => {
        const job = jobAt(index)
        const items = job !== null && <WaitingJobItems job={job} onMove={(to) => place(rowOf(job), to)} />
        return (
          <li
            key={job?.id ?? index}
            aria-setsize={batch.waiting}
            aria-posinset={index + 1}
            className="absolute inset-x-0 h-9"
            style={{ top: start - above }}
          >
            {job === null ? (
              <p className="py-2 pl-8 text-small text-faint">{failure ?? t('queue.order.loading')}</p>
            ) : (
              <MovableRow
                id={job.id}
                name={job.request.prompt}
                mark={markOf(job.id)}
                onMove={(to) => place(rowOf(job), to)}
                menu={items}
                tip={jobTitle(job, t).title === rowOf(job).name ? null : rowOf(job).name}
                className="h-full"
              >
                <WaitingJobRow job={job} menu={items} />
              </MovableRow>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function rowOf({ id, request }: Job): MovedRow {
  return { id, name: request.prompt }
}
