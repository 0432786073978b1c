import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { returnFocus } from './returnFocus'

interface DialogProps {
  readonly title: string
  /** Shown under the title. */
  readonly lead?: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  /** Sets the focus when it opens; by default the dialog itself gets it. */
  readonly onOpened?: () => void
  readonly children: ReactNode
  /** Stays at the bottom while the rest scrolls. */
  readonly footer?: ReactNode
  /** Beside the close button. */
  readonly actions?: ReactNode
  /**
   * 480 px, 640 px, the same with a height of its own (for what changes while it is filled in), 1040 px, or nearly the whole window; in the last two, the content fills it and handles its own
   * scrolling.
   */
  readonly size?: keyof typeof sizes
}

const sizes = {
  small: 'h-fit max-h-[calc(100%-48px)] w-[min(480px,calc(100%-32px))]',
  large: 'h-fit max-h-[calc(100%-48px)] w-[min(640px,calc(100%-32px))]',
  steady: 'h-[min(704px,calc(100%-48px))] w-[min(640px,calc(100%-32px))]',
  wide: 'h-[min(704px,calc(100%-48px))] w-[min(1040px,calc(100%-32px))]',
  full: 'h-[calc(100%-32px)] w-[calc(100%-32px)]',
}

/** Escape first goes to what is open under the focus: a list, or a text that can be restored. */
const ownEscape = '[role=combobox][aria-expanded=true], [data-own-escape]'

/** A dialog that is open as long as it is rendered. Traps the focus and gives it back. */
export function Dialog({
  title,
  lead,
  closeLabel,
  onClose,
  onOpened,
  children,
  footer,
  actions,
  size = 'small',
}: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  /** Radix gives the focus back by a timer, and keys would go nowhere until then. */
  const content = useCallback(
    (element: HTMLElement | null) => () => {
      if (!element?.contains(document.activeElement)) return
      queueMicrotask(() => {
        // A dialog that opened in its place may have it.
        if (document.activeElement === document.body) returnFocus(opener)
      })
    },
    [opener],
  )
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-shade" />
        <Radix.Content
          ref={content}
          {...(lead === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            // Not the first button, which would show its hint.
            if (onOpened !== undefined) onOpened()
            else if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What replaced the opener may have taken the focus already.
            if (opener?.isConnected || document.activeElement === document.body) returnFocus(opener)
          }}
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest(ownEscape) !== null)
              event.preventDefault()
          }}
          className={classNames(
            'fixed inset-0 z-20 m-auto flex flex-col',
            'rounded-large border border-line bg-panel shadow-float focus:outline-none',
            sizes[size],
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-6">
            <div
              className={classNames('min-w-0', size === 'full' && 'flex flex-wrap items-baseline gap-x-4')}
            >
              <Radix.Title className="leading-7 font-semibold">{title}</Radix.Title>
              {lead !== undefined && (
                <Radix.Description className="pb-1 text-small text-faint">{lead}</Radix.Description>
              )}
            </div>
            <div className="flex items-center gap-2">
              {actions}
              <IconButton icon={X} label={closeLabel} onClick={onClose} />
            </div>
          </div>
          <div
            className={classNames(
              'min-h-0 flex-1',
              // Keeps 8 px free for the scroll bar, so that the fields line up with the buttons below.
              size === 'full' || size === 'wide'
                ? 'flex flex-col'
                : 'overflow-y-auto py-4 pr-4 pl-6 [scrollbar-gutter:stable]',
            )}
          >
            {children}
          </div>
          {footer !== undefined && <div className="border-t border-line px-6 py-3">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
