import type { Batch, Place } from '@shared/model/queue'
import { memo, type ReactNode, type RefObject, useCallback, useState } from 'react'
import { type RowMark, useRowDrag } from '../../ui/useRowDrag'
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
  const { onPointerDown, markOf } = useRowDrag(scroller, useMove('batch'))

  const next = batches.find(({ gate }) => gate.kind === 'open')

  const toggle = useCallback((id: string) => {
    setOpened((before) => {
      const changed = new Set(before)
      if (!changed.delete(id)) changed.add(id)
      return changed
    })
  }, [])

  return (
    <div data-rows onPointerDown={onPointerDown}>
      <RowList rows={batches.map((batch) => ({ key: batch.id, batch }))} scroller={scroller}>
        {({ batch }) => {
          const open = opened.has(batch.id) && batch.waiting > 1
          return (
            <WaitingBatch
              batch={batch}
              first={batch.id === next?.id}
              opened={open}
              onToggle={toggle}
              mark={markOf(batch.id)}
            >
              {open && <WaitingJobs batch={batch} scroller={scroller} />}
            </WaitingBatch>
          )
        }}
      </RowList>
    </div>
  )
}

interface WaitingBatchProps {
  readonly batch: Batch
  readonly first: boolean
  readonly opened: boolean
  readonly onToggle: (id: string) => void
  readonly mark: RowMark | null
  /** Its jobs while it is opened, redrawn each time: they measure where they are. */
  readonly children: ReactNode
}

/** Redrawn only when something of its own changed: the list is redrawn with every image that arrives. */
const WaitingBatch = memo(function WaitingBatch(props: WaitingBatchProps) {
  const { batch, first, opened, onToggle, mark, children } = props
  const move = useMove('batch')
  const cancel = useCancelBatch()
  const onMove = (to: Place) => move(batch, to)
  const onCancel = () => cancel(batch.id)
  const items = <BatchItems batch={batch} onMove={onMove} onCancel={onCancel} />
  return (
    <MovableRow id={batch.id} name={batch.name} mark={mark} onMove={onMove} menu={items}>
      <BatchRow
        batch={batch}
        first={first}
        opened={opened}
        onToggle={() => onToggle(batch.id)}
        onCancel={onCancel}
        menu={items}
      />
      {children}
    </MovableRow>
  )
})
