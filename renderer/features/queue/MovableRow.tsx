import type { Place } from '@shared/model/queue'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useQueue, useStores } from '../../stores/storesContext'
import { classNames } from '../../ui/classNames'
import { FocusTip } from '../../ui/FocusTip'
import { useContextMenu } from '../../ui/useContextMenu'
import { markLooks, type RowMark } from '../../ui/useRowDrag'

interface MovableRowProps {
  readonly id: string
  readonly name: string
  readonly mark: RowMark | null
  readonly onMove: (place: Place) => void
  /** The items of its context menu. */
  readonly menu: ReactNode
  /** The whole of a name that isn't shown in full; default: none. */
  readonly tip?: string | null
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
export function MovableRow({
  id,
  name,
  mark,
  onMove,
  menu,
  tip = null,
  className,
  children,
}: MovableRowProps) {
  const { queue } = useStores()
  const wanted = useQueue((state) => state.wantedRow === id)
  const { t } = useTranslation()
  const context = useContextMenu(t('queue.order.menu', { name }), menu)
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
    <FocusTip text={tip}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={row}
        role="group"
        aria-label={name}
        data-row={id}
        data-line
        tabIndex={-1}
        // Handled before a button in the row uses the arrow keys for something else.
        onKeyDownCapture={onKeyDown}
        onContextMenu={context.onContextMenu}
        className={classNames(
          'relative bg-panel focus:bg-raise focus-visible:-outline-offset-2',
          mark && markLooks[mark],
          className,
        )}
      >
        {children}
        {context.menu}
      </div>
    </FocusTip>
  )
}

/** True if the key was pressed in a row nested inside this one. */
function isInner({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-row]') !== currentTarget
}
