import { Tooltip as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

interface TooltipProps {
  /** Null: nothing to say now; the element stays the same. */
  readonly text: ReactNode
  /** One element that takes a ref and can have the focus. */
  readonly children: ReactElement
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

/**
 * A hint on hover, and on a focus that came by key: a dialog that was closed by the mouse gives the focus back without
 * one. Needs a `TooltipGround` above it.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      {text !== null && (
        <TipBox side={side} sideOffset={6}>
          {text}
        </TipBox>
      )}
    </Radix.Root>
  )
}

/** The box that a hint stands in. */
export function TipBox(props: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...props}
        collisionPadding={8}
        className="z-30 max-w-80 rounded-medium border border-line bg-raise px-2 py-1 text-small text-text shadow-float"
      />
    </Radix.Portal>
  )
}

export function TooltipGround({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}
