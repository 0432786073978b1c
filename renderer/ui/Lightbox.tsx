import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react'

interface LightboxProps {
  readonly title: string
  readonly onClose: () => void
  readonly onKeyDown?: (event: ReactKeyboardEvent) => void
  /** Escape closes the view unless this prevents it. */
  readonly onEscapeKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/**
 * A view over the whole window, open as long as it is rendered; the style sheet hides what is under it. Its opener takes
 * the focus back.
 */
export function Lightbox({ title, onClose, children, ...keys }: LightboxProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          data-lightbox=""
          {...keys}
          // The view itself takes the focus, not the first of its buttons.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-0 z-20 flex flex-col bg-surround focus:outline-none"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
