import type { Batch } from '@shared/model/queue'
import { type RefObject, useState } from 'react'
import { useRowDrag } from '../../ui/useRowDrag'
import { BatchItems } from './BatchItems'
import { BatchRow } from './BatchRow'
import { MovableRow } from './MovableRow'
import { RowList } from './RowList'
import { useCancelBatch } from './useCancelBatch'
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
  const cancel = useCancelBatch()
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
          const onCancel = () => cancel(batch.id)
          const items = <BatchItems batch={batch} onMove={(to) => move(batch, to)} onCancel={onCancel} />
          return (
            <MovableRow
              id={batch.id}
              name={batch.name}
              mark={markOf(batch.id)}
              onMove={(to) => move(batch, to)}
              menu={items}
            >
              <BatchRow
                batch={batch}
                first={batch.id === next?.id}
                opened={open}
                onToggle={() => toggle(batch.id)}
                onCancel={onCancel}
                menu={items}
              />
              {open && <WaitingJobs batch={batch} scroller={scroller} />}
            </MovableRow>
          )
        }}
      </RowList>
    </div>
  )
}
