import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface RowListProps<T extends { readonly key: string }> {
  readonly rows: readonly T[]
  /** The element the rows scroll in. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly children: (row: T, index: number) => ReactNode
}

/** Up to this many rows, all are drawn. */
const drawnMaximum = 100
const usualHeight = 60

export function RowList<T extends { readonly key: string }>(props: RowListProps<T>) {
  if (props.rows.length > drawnMaximum) return <WindowedRows {...props} />
  return (
    <ul>
      {props.rows.map((row, index) => (
        <li key={row.key}>{props.children(row, index)}</li>
      ))}
    </ul>
  )
}

function WindowedRows<T extends { readonly key: string }>({ rows, scroller, children }: RowListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0))
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: above,
    overscan: 8,
  })
  return (
    <ul ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index]
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ top: start - above }}
          >
            {row !== undefined && children(row, index)}
          </li>
        )
      })}
    </ul>
  )
}
