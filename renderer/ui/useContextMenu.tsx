import { DropdownMenu as Radix } from 'radix-ui'
import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { useAfterClose } from './afterClose'
import { MenuList } from './Menu'

interface Place {
  readonly left: number
  readonly top: number
}

interface ContextMenu {
  /** For the element it belongs to. A menu of something inside that element comes first. */
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void
  /** To be drawn anywhere; nothing while it is closed. */
  readonly menu: ReactNode
}

/**
 * The menu that the right mouse button, the menu key and Shift+F10 open. `items` are those of a `Menu`, drawn only
 * while it is open; opened by key, its first one has the focus. Once it has closed, the focus is where it was.
 */
export function useContextMenu(label: string, items: ReactNode): ContextMenu {
  const [place, setPlace] = useState<Place | null>(null)
  const opener = useRef<HTMLElement>(null)
  const { choose, content, onCloseAutoFocus } = useAfterClose(opener)
  const isByKey = useRef(false)
  const list = useCallback(
    (element: HTMLElement | null) => {
      if (isByKey.current) element?.querySelector<HTMLElement>(firstItem)?.focus({ preventScroll: true })
      return content(element)
    },
    [content],
  )

  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    const { currentTarget, target } = event
    // React also hands over what happens in the open menu, which isn't part of the element.
    if (event.defaultPrevented || !(target instanceof Node) || !currentTarget.contains(target)) return
    event.preventDefault()
    const { activeElement } = document
    opener.current =
      activeElement instanceof HTMLElement && currentTarget.contains(activeElement)
        ? activeElement
        : currentTarget
    isByKey.current = !isByPointer(event)
    setPlace(placeOf(event))
  }

  const menu = place !== null && (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && setPlace(null)}>
      <Radix.Trigger asChild>
        <span aria-hidden className="fixed" style={place} />
      </Radix.Trigger>
      <MenuList
        label={label}
        // Beside the pointer it may also be moved up or down, so that all of a long one is shown wherever it was opened.
        side="right"
        align="start"
        choose={choose}
        content={list}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        {items}
      </MenuList>
    </Radix.Root>
  )
  return { onContextMenu, menu }
}

const firstItem = '[role^=menuitem]:not([data-disabled])'

/** A pen and a finger have no right button, nor has a Mac's mouse with the Control key. */
const isByPointer = ({ button, nativeEvent }: MouseEvent): boolean =>
  button === 2 || ('pointerType' in nativeEvent && nativeEvent.pointerType !== '')

/** Where the pointer is; for a key, which has no place, just inside the element. */
function placeOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Place {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
  return isInside ? { left: clientX, top: clientY } : { left: left + 16, top: Math.min(top + 32, bottom) }
}
