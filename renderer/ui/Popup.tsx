import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'

interface PopupProps {
  readonly open: boolean
  /** The `anchor-name` of the element it hangs under. */
  readonly anchor: string
  readonly listProps: { readonly ref?: Ref<HTMLElement> }
  readonly children: ReactNode
}

/** A list under a field, in the top layer, so that no scrolling region and no dialog clips it. */
export function Popup({ open, anchor, listProps, children }: PopupProps) {
  const { ref, ...rest } = listProps
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => list.current)

  useLayoutEffect(() => {
    list.current?.togglePopover?.(open)
  }, [open])

  return (
    <ul
      {...rest}
      ref={list}
      popover="manual"
      style={{ positionAnchor: anchor }}
      className="popup rounded-large border border-line bg-panel p-1 text-text shadow-float"
    >
      {children}
    </ul>
  )
}
