import type { Batch, Place } from '@shared/model/queue'
import { type RefObject, useState } from 'react'
import { useRowDrag } from '../../ui/useRowDrag'
import { BatchRow } from './BatchRow'
import { MovableRow } from './MovableRow'
import { RowList } from './RowList'
import { type MovedRow, useMove } from './useMove'
import { WaitingJobs } from './WaitingJobs'

interface WaitingListProps {
  readonly batches: readonly Batch[]
  readonly scroller: RefObject<HTMLElement | null>
}

/** Waiting batches in the order they are sent. Each opens to show its jobs. */
export function WaitingList({ batches, scroller }: WaitingListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const move = useMove('batch')
  const place = (row: MovedRow, to: Place) => void move(row, to)
  const { onPointerDown, markOf } = useRowDrag(scroller, place)

  const next = batches.find(({ gate }) => gate.kind === 'open')

  const toggle = (id: string) => {
    const changed = new Set(opened)
    if (!changed.delete(id)) changed.add(id)
    setOpened(changed)
  }

  return (
    <div data-rows onPointerDown={onPointerDown}>
      <RowList rows={batches.map((batch) => ({ key: batch.id, batch }))} scroller={scroller}>
        {({ batch }) => {
          const open = opened.has(batch.id) && batch.waiting > 1
          return (
            <MovableRow
              id={batch.id}
              name={batch.name}
              mark={markOf(batch.id)}
              onMove={(to) => place(batch, to)}
            >
              <BatchRow
                batch={batch}
                first={batch.id === next?.id}
                opened={open}
                onToggle={() => toggle(batch.id)}
                onMove={(to) => place(batch, to)}
              />
              {open && <WaitingJobs batch={batch} scroller={scroller} />}
            </MovableRow>
          )
        }}
      </RowList>
    </div>
  )
}
