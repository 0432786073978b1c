import type { Batch } from '@shared/model/queue'
import { type RefObject, useState } from 'react'
import { useRowDrag } from '../../ui/useRowDrag'
import { BatchRow } from './BatchRow'
import { MovableRow } from './MovableRow'
import { RowList } from './RowList'
import { useMove } from './useMove'
import { WaitingJobs } from './WaitingJobs'

interface WaitingListProps {
  readonly batches: readonly Batch[]
  readonly scroller: RefObject<HTMLElement | null>
}

/** Waiting batches in the order they are sent. Each opens to show its jobs. */
export function WaitingList({ batches, scroller }: WaitingListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const move = useMove('batch')
  const { onPointerDown, markOf } = useRowDrag(scroller, move)

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
              onMove={(to) => move(batch, to)}
            >
              <BatchRow
                batch={batch}
                first={batch.id === next?.id}
                opened={open}
                onToggle={() => toggle(batch.id)}
                onMove={(to) => move(batch, to)}
              />
              {open && <WaitingJobs batch={batch} scroller={scroller} />}
            </MovableRow>
          )
        }}
      </RowList>
    </div>
  )
}
