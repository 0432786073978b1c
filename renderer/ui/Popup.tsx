import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { classNames } from './classNames'

interface PopupProps {
  readonly open: boolean
  /** The `anchor-name` of the element it hangs under. */
  readonly anchor: string
  /** It is as wide as its anchor, so that it covers nothing beside it; by default as wide as what is in it. */
  readonly isAnchorWide?: boolean
  readonly listProps: { readonly ref?: Ref<HTMLElement> }
  readonly children: ReactNode
}

/** A list under a field, in the top layer, so that no scrolling region and no dialog clips it. */
export function Popup({ open, anchor, isAnchorWide = false, listProps, children }: PopupProps) {
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
      className={classNames(
        'popup rounded-large border border-line bg-panel p-1 text-text shadow-float',
        isAnchorWide && 'w-[anchor-size(width)]',
      )}
    >
      {children}
    </ul>
  )
}
