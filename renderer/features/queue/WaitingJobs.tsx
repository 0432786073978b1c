import type { Job } from '@shared/model/job'
import type { Batch, Place } from '@shared/model/queue'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActHere } from '../../parts/useAct'
import { useQueue, useStores } from '../../stores/storesContext'
import { useRowDrag } from '../../ui/useRowDrag'
import { MovableRow } from './MovableRow'
import { type MovedRow, useMove } from './useMove'
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
  const { jobAt, failure } = useWaitingWindow(batch.id, drawn[0]?.index ?? 0)
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
                className="h-full"
              >
                <WaitingJobRow job={job} onMove={(to) => place(rowOf(job), to)} />
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

/** The distance from the top of the scrolled content to the top of the list, in pixels. */
function useOffsetIn(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    if (scroller.current === null || list.current === null) return
    const { scrollTop } = scroller.current
    setOffset(
      Math.round(
        list.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top + scrollTop,
      ),
    )
  })
  return offset
}

/** Jobs read at once: a few screens. */
const windowSize = 200
const windowStep = 100

interface Window {
  readonly offset: number
  readonly jobs: readonly Job[]
}

interface WaitingWindow {
  /** Null until it is read. */
  readonly jobAt: (index: number) => Job | null
  /** Why the last attempt to read them failed. */
  readonly failure: string | null
}

/** The waiting jobs of a batch around a position, read again whenever the queue changes. */
function useWaitingWindow(batchId: string, first: number): WaitingWindow {
  const { client } = useStores()
  const { act, failure } = useActHere()
  const revision = useQueue(({ overview }) => overview?.revision ?? 0)
  const [shown, setShown] = useState<Window>({ offset: 0, jobs: [] })
  const offset = Math.max(0, Math.floor(first / windowStep) * windowStep - windowStep / 2)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means reading again
  useEffect(() => {
    let dropped = false
    void act(async () => {
      const { rows } = await client.call('queue.waiting', { batchId, offset, limit: windowSize })
      if (!dropped) setShown({ offset, jobs: rows })
    })
    return () => {
      dropped = true
    }
  }, [client, act, batchId, offset, revision])

  return { jobAt: (index) => shown.jobs[index - shown.offset] ?? null, failure }
}
