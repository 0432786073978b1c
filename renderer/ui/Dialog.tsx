import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import { returnFocus } from './returnFocus'

interface DialogProps {
  readonly title: string
  /** Shown under the title. */
  readonly lead?: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  /** Puts the focus where it begins; on the dialog itself by default. */
  readonly onOpened?: () => void
  readonly children: ReactNode
  /** Stays at the bottom while the rest scrolls. */
  readonly footer?: ReactNode
  /** 480 px, or 640 px. */
  readonly size?: 'small' | 'large'
}

/** A dialog that is open as long as it is rendered. Keeps the focus inside and gives it back. */
export function Dialog({
  title,
  lead,
  closeLabel,
  onClose,
  onOpened,
  children,
  footer,
  size = 'small',
}: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-shade" />
        <Radix.Content
          {...(lead === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            // Not to the first button, which would show its hint.
            if (onOpened !== undefined) onOpened()
            else if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What replaced the opener may have taken the focus already.
            if (opener?.isConnected || document.activeElement === document.body) returnFocus(opener)
          }}
          className={classNames(
            'fixed inset-0 z-20 m-auto flex h-fit max-h-[calc(100%-48px)] flex-col',
            'rounded-large border border-line bg-panel shadow-float focus:outline-none',
            size === 'small' ? 'w-[min(480px,calc(100%-32px))]' : 'w-[min(640px,calc(100%-32px))]',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line py-3 pr-3 pl-6">
            <div>
              <Radix.Title className="leading-7 font-semibold">{title}</Radix.Title>
              {lead !== undefined && (
                <Radix.Description className="pb-1 text-small text-faint">{lead}</Radix.Description>
              )}
            </div>
            <IconButton icon={X} label={closeLabel} onClick={onClose} />
          </div>
          {/* The scroll bar’s 8 px are kept free, so that the fields stay in line with the buttons below. */}
          <div className="min-h-0 flex-1 overflow-y-auto py-4 pr-4 pl-6 [scrollbar-gutter:stable]">
            {children}
          </div>
          {footer !== undefined && <div className="border-t border-line px-6 py-3">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
