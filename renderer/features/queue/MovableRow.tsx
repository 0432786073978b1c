import type { Place } from '@shared/model/queue'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useQueue, useStores } from '../../stores/storesContext'
import { classNames } from '../../ui/classNames'
import { markLooks, type RowMark } from '../../ui/useRowDrag'

interface MovableRowProps {
  readonly id: string
  readonly name: string
  readonly mark: RowMark | null
  readonly onMove: (place: Place) => void
  readonly className?: string
  readonly children: ReactNode
}

const steps: Readonly<Record<string, Place>> = {
  ArrowUp: { to: 'up' },
  ArrowDown: { to: 'down' },
  Home: { to: 'top' },
  End: { to: 'bottom' },
}

/** A row that Alt and an arrow key move, wherever in it the focus is. Takes the focus when asked to. */
export function MovableRow({ id, name, mark, onMove, className, children }: MovableRowProps) {
  const { queue } = useStores()
  const wanted = useQueue((state) => state.wantedRow === id)
  const row = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!wanted) return
    row.current?.focus()
    queue.wantRow(null)
  }, [wanted, queue])

  const onKeyDown = (event: KeyboardEvent) => {
    const place = event.altKey && !event.ctrlKey && !event.metaKey ? steps[event.key] : undefined
    if (place === undefined || isInner(event)) return
    event.preventDefault()
    onMove(place)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={row}
      role="group"
      aria-label={name}
      data-row={id}
      data-line
      tabIndex={-1}
      // Handled before a button in the row uses the arrow keys for something else.
      onKeyDownCapture={onKeyDown}
      className={classNames(
        'relative bg-panel focus:bg-raise focus-visible:-outline-offset-2',
        mark && markLooks[mark],
        className,
      )}
    >
      {children}
    </div>
  )
}

/** True if the key was pressed in a row nested inside this one. */
function isInner({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-row]') !== currentTarget
}
